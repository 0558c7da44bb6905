import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { Match } from '@touchline/core/matches';
import type { Db } from '@touchline/store/connect';
import { type Doubt, saveDoubts } from '@touchline/store/matches';
import type { Log } from '../log.ts';
import type { ScoreReport } from '../provider/read-scores.ts';
import { confirmFinal, type FinalScore, isStable, isTooOld, needsReview } from './result-rules.ts';

export type Reviewing = {
  readonly db: Db;
  readonly log: Log;
  readonly announceMarket: (matchId: MatchId) => void;
  readonly isReminderDue: Reminder;
};
type Judging = Reviewing & { readonly stableForMs: number; readonly finals: FinalScores };

/** Final scores that have not ended their match yet, by the provider's event id. */
export type FinalScores = Map<string, FinalScore>;

/** Returns the report as it counts: a final score stays `in-play` until it is stable and no admin has to review it. */
export async function judgeReport(
  judging: Judging,
  reported: ScoreReport,
  match: Match | undefined,
  at: Instant,
): Promise<ScoreReport> {
  const { finals, stableForMs } = judging;
  const isSwapped = match !== undefined && reported.homeTeam === match.awayTeam && reported.awayTeam === match.homeTeam;
  // The goals stay with the teams that scored them.
  const report = isSwapped
    ? { ...reported, score: { home: reported.score.away, away: reported.score.home } }
    : reported;
  const { providerEventId, score, state, seenAt } = report;
  if (state !== 'final' || !match) {
    finals.delete(providerEventId);
    return report;
  }
  const final = confirmFinal(finals.get(providerEventId), score, at, seenAt ?? at);
  finals.set(providerEventId, final);
  const doubt = isSwapped ? 'teams-swapped' : doubtAbout(match, final, at);
  if (doubt) await holdForReview(judging, doubt, report, match, at);
  if (doubt || !isStable(final, stableForMs, at)) return { ...report, state: 'in-play' };
  finals.delete(providerEventId);
  return report;
}

type ScoreDoubt = keyof typeof doubtTexts;
const doubtTexts = {
  'teams-swapped': 'final score held for review: home and away are swapped',
  'extra-time-possible': 'final score held for review: it may include extra time',
  'result-late': 'final score held for review: it came more than 72 hours after kick-off',
} as const;

function doubtAbout({ leagueKey, kickoffAt }: Match, { firstSeenAt }: FinalScore, at: Instant): ScoreDoubt | undefined {
  if (isTooOld(kickoffAt, at)) return 'result-late';
  return needsReview(leagueKey, kickoffAt, firstSeenAt) ? 'extra-time-possible' : undefined;
}

async function holdForReview(
  reviewing: Reviewing,
  doubt: ScoreDoubt,
  { providerEventId, score }: ScoreReport,
  { id: matchId, leagueKey, homeTeam, awayTeam }: Match,
  at: Instant,
): Promise<void> {
  const facts = { score: scoreText(score), ...(doubt === 'teams-swapped' && { homeTeam, awayTeam }) };
  await saveReview(reviewing, { matchId, kind: doubt, subject: `${providerEventId} ${facts.score}`, facts }, at);
  if (reviewing.isReminderDue(`held ${providerEventId}`))
    reviewing.log.error({ league: leagueKey, providerEventId, score, doubt }, doubtTexts[doubt]);
}

/** Stores a doubt for an admin. Returns whether it is new. */
export async function saveReview({ db, announceMarket }: Reviewing, doubt: Doubt, at: Instant): Promise<boolean> {
  const isNew = (await db.transaction().execute((trx) => saveDoubts(trx, [doubt], at))).length > 0;
  if (isNew) announceMarket(doubt.matchId);
  return isNew;
}

export const scoreText = ({ home, away }: Score): string => `${home}-${away}`;

/** Returns whether a repeated warning is due again: once an hour. */
export type Reminder = (subject: string) => boolean;

export function createReminder(now: () => Instant): Reminder {
  const remindedAt = new Map<string, Instant>();
  return (subject) => {
    const last = remindedAt.get(subject);
    if (last !== undefined && now() - last < hours(1)) return false;
    if (remindedAt.size > 2_000) remindedAt.clear();
    remindedAt.set(subject, now());
    return true;
  };
}
