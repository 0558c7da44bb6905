import type { MatchHistory, MatchMoment, MatchRow } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { marketTitle, selectionNames } from '@touchline/core/markets';
import { scoreText } from '../../bets/leg-moment.ts';
import { stepTime } from '../../ui/moment-text.ts';

export type MatchStep = {
  readonly key: string;
  readonly kind: 'listed' | 'moved' | 'kick-off' | 'goal' | 'market' | 'jump' | 'ended' | 'settled';
  readonly at: string;
  readonly title: string;
  readonly note?: string | undefined;
};
type PriceText = (price: number) => string;
type Of<Kind extends MatchMoment['kind']> = Extract<MatchMoment, { kind: Kind }>;
type Teams = MatchRow['match'];

/**
 * Returns the timeline of a match, newest first; a future kick-off comes first of all. Many changes of markets in quick succession are
 * one step, and what a goal caused comes after it.
 */
export function matchSteps(
  { moments }: Pick<MatchHistory, 'moments'>,
  row: MatchRow,
  priceText: PriceText,
): MatchStep[] {
  const { match, status } = row;
  const steps = moments.flatMap((moment, place) => {
    if (isCoveredByEarlier(moments, moment, place)) return [];
    return [{ ...describeMoment(moments, moment, match, priceText), key: `${moment.kind} ${place}`, at: moment.at }];
  });
  const endedAt = moments.find(({ kind }) => kind === 'ended')?.at;
  const hasKickedOff = status !== 'void' || endedAt === undefined || match.commenceTime <= endedAt;
  const kickOff: MatchStep = { key: 'kick-off', kind: 'kick-off', at: match.commenceTime, title: t('Kick-off') };
  const joined = joinChanges(steps);
  const all = hasKickedOff && !Number.isNaN(Date.parse(match.commenceTime)) ? [...joined, kickOff] : joined;
  const goals = all.filter(isMajor).map(timeOf);
  const order = new Map(
    all.map((step, place) => {
      const goal = isMinor(step) && goals.findLast((at) => at <= timeOf(step) && timeOf(step) - at <= causedWithinMs);
      return [step, { time: goal || timeOf(step), isMinor: Number(isMinor(step)), place }];
    }),
  );
  const inOrder = [...order].sort(([, a], [, b]) => b.time - a.time || a.isMinor - b.isMinor || b.place - a.place);
  return inOrder.map(([step]) => step);
}

/** Whether a step is always shown. */
export const isMajor = ({ kind }: MatchStep): boolean => kind === 'goal' || kind === 'ended';
const isMinor = ({ kind }: MatchStep): boolean => kind === 'market' || kind === 'jump';
const timeOf = ({ at }: MatchStep): number => Date.parse(at);

/** How long after a goal a market's change is because of it. */
const causedWithinMs = 10_000;
/** Changes within this time of each other share one step if there are several. */
const successionMs = 30_000;
const severalSteps = 3;

/** Joins changes of markets in quick succession into one step that is named after the last. */
function joinChanges(steps: readonly MatchStep[]): readonly MatchStep[] {
  const runs: MatchStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (last && isMinor(last) && isMinor(step) && timeOf(step) - timeOf(last) <= successionMs) run?.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.findLast(({ kind }) => kind === 'market') ?? run.at(-1)];
    if (!first || !last || run.length < severalSteps) return run;
    return {
      ...first,
      kind: last.kind,
      title: last.title,
      note: t('{count} changes in quick succession', { count: run.length }),
    };
  });
}

type StepText = Pick<MatchStep, 'kind' | 'title' | 'note'>;

function describeMoment(
  moments: readonly MatchMoment[],
  moment: MatchMoment,
  teams: Teams,
  priceText: PriceText,
): StepText {
  switch (moment.kind) {
    case 'listed':
      return { kind: 'listed', title: t('First prices') };
    case 'moved':
      return {
        kind: 'moved',
        title: t('Kick-off moved'),
        note: t('from {before} to {after}', { before: stepTime(moment.before), after: stepTime(moment.commenceTime) }),
      };
    case 'score':
      return describeScore(moment, teams);
    case 'market':
      return { kind: 'market', title: t(stateTexts[moment.state], { market: bothMarkets(moments, moment) }) };
    case 'jump':
      return {
        kind: 'jump',
        title: t('Price jump: {selection}', { selection: outcomeName(moment, teams) }),
        note: `${t('from {before} to {after}', { before: priceText(moment.before), after: priceText(moment.price) })} ${moment.price > moment.before ? '▲' : '▼'}`,
      };
    case 'ended':
      return moment.status === 'void'
        ? { kind: 'ended', title: t('Not played'), note: t('All bets on it are void, stakes are returned.') }
        : { kind: 'ended', title: t('Full time'), note: moment.score ? scoreText(moment.score) : undefined };
    case 'result':
      return { kind: 'ended', title: resultText(moment), note: t('version {version}', { version: moment.version }) };
    case 'settled':
      return { kind: 'settled', title: t('Bets settled') };
  }
}

function describeScore({ before, score }: Of<'score'>, { homeTeam, awayTeam }: Teams): StepText {
  const [home, away] = [score.home - (before?.home ?? 0), score.away - (before?.away ?? 0)];
  const note = scoreText(score);
  if (home < 0 || away < 0) return { kind: 'goal', title: t('Score corrected'), note };
  if (home + away === 1)
    return { kind: 'goal', title: t('Goal: {team}', { team: home === 1 ? homeTeam : awayTeam }), note };
  return { kind: 'goal', title: t('{count} goals', { count: home + away }), note };
}

function resultText({ decision, score }: Of<'result'>): string {
  if (decision === 'void' || !score) return t('Result corrected: void');
  return t(decision === 'abandoned' ? 'Result corrected: abandoned at {score}' : 'Result corrected: {score}', {
    score: scoreText(score),
  });
}

const stateTexts: Record<Of<'market'>['state'], Message> = {
  open: msg('{market} open again'),
  suspended: msg('{market} suspended'),
  closed: msg('{market} closed'),
};

/** Two markets that change state within this time share one line. */
const togetherMs = 2_000;
const isTogether = (a: MatchMoment, b: MatchMoment): boolean =>
  a.kind === 'market' &&
  b.kind === 'market' &&
  a.market !== b.market &&
  a.state === b.state &&
  Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= togetherMs;

const isCoveredByEarlier = (moments: readonly MatchMoment[], moment: MatchMoment, place: number): boolean =>
  moments.slice(0, place).some((other) => isTogether(other, moment));

const bothMarkets = (moments: readonly MatchMoment[], moment: Of<'market'>): string =>
  moments.some((other) => isTogether(moment, other)) ? t('Betting') : marketTitle(moment.market);

const outcomeName = (moment: Of<'jump'>, teams: Teams): string =>
  selectionNames(moment.market, teams, moment.point)[moment.outcome] ?? marketTitle(moment.market);
