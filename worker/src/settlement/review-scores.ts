import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { LeagueKey, Match } from '@touchline/core/matches';
import type { Db } from '@touchline/store/connect';
import { type Doubt, kickoffWithScore, type MatchRecord, movedToByScore, saveDoubts } from '@touchline/store/matches';
import { listReports, type StoredReport } from '@touchline/store/settlement';
import type { Log } from '../log.ts';
import type { OddsProvider } from '../provider/odds-api.ts';
import type { ScoreReport } from '../provider/read-scores.ts';
import {
  type Agreement,
  compareReports,
  countReport,
  isSecondAwaited,
  isStable,
  isTooOld,
  needsReview,
  type RepeatedScore,
} from './result-rules.ts';

export type Reviewing = {
  readonly db: Db;
  readonly log: Log;
  readonly announceMarket: (matchId: MatchId) => void;
  readonly isReminderDue: Reminder;
};
type Judging = Reviewing & {
  readonly api: Pick<OddsProvider, 'name'>;
  readonly stableForMs: number;
  readonly finals: FinalScores;
};

/** Final scores that have not ended their match yet, by the provider's event id. */
export type FinalScores = Map<string, RepeatedScore>;

export type JudgedScore = ScoreReport & { readonly reportedBy?: 'both' };

/** Whether a report has home and away the other way round. */
export const isSwappedIn = (reported: ScoreReport, match: Match | undefined): boolean =>
  match !== undefined && reported.homeTeam === match.awayTeam && reported.awayTeam === match.homeTeam;

/** Returns a report's score with our home team first: the goals stay with the teams that scored them. */
export const orientedScore = (reported: ScoreReport, match: Match | undefined): Score =>
  isSwappedIn(reported, match) ? { home: reported.score.away, away: reported.score.home } : reported.score;

/**
 * Returns the report as it counts. A final score on which both providers agree counts at once, as the second one has it after 90 minutes.
 * One alone stays `in-play` until it is stable, and longer if an admin has to review it or the providers disagree. A stable one of a
 * match that was moved too far for bets to stand counts as well, and `saveScores` leaves it to an admin.
 */
export async function judgeReport(
  judging: Judging,
  reported: ScoreReport,
  record: MatchRecord | undefined,
  second: StoredReport | undefined,
  at: Instant,
): Promise<JudgedScore> {
  const { finals, stableForMs } = judging;
  const match = record?.match;
  const isSwapped = isSwappedIn(reported, match);
  const report = { ...reported, score: orientedScore(reported, match) };
  const { providerEventId, score, state, seenAt } = report;
  if (state !== 'final' || !record || match?.status !== 'open') {
    finals.delete(providerEventId);
    return report;
  }
  const final = countReport(finals.get(providerEventId), score, at, seenAt ?? at);
  finals.set(providerEventId, final);
  const agreement = compareReports(score, second);
  if (agreement === 'agreed' && second?.score && !isSwapped) {
    finals.delete(providerEventId);
    return { ...report, score: second.score, reportedBy: 'both' };
  }
  const isSettled = isStable(final, stableForMs, at);
  const standing = { ...match, kickoffAt: kickoffWithScore(match, reported.kickoffAt, at) };
  const isVoid = movedToByScore(record, { reported: reported.kickoffAt, isFinal: true }, at) !== undefined;
  const ofScore = isVoid ? undefined : doubtAbout(standing, final, { agreement, second, isSettled }, at);
  const doubt = isSwapped ? 'teams-swapped' : ofScore;
  if (doubt && doubt !== 'awaited') await holdForReview(judging, doubt, report, match, second, at);
  if (doubt || !isSettled) return { ...report, state: 'in-play' };
  finals.delete(providerEventId);
  return report;
}

type ScoreDoubt = keyof typeof doubtTexts;
const doubtTexts = {
  'teams-swapped': 'final score held for review: home and away are swapped',
  'extra-time-possible': 'final score held for review: it may include extra time',
  'result-late': 'final score held for review: it came more than 72 hours after kick-off',
  'sources-disagree': 'final score held for review: the second results provider reports something else',
  'result-awarded': 'final score held for review: the result was awarded',
} as const;

/** Returns why a final score does not count yet; `awaited`: the second provider, or the next response, may still answer that. */
function doubtAbout(
  { leagueKey, kickoffAt }: Match,
  { firstSeenAt, firstReportedAt }: RepeatedScore,
  {
    agreement,
    second,
    isSettled,
  }: { readonly agreement: Agreement; readonly second: StoredReport | undefined; readonly isSettled: boolean },
  at: Instant,
): ScoreDoubt | 'awaited' | undefined {
  if (agreement === 'awarded') return 'result-awarded';
  if (agreement === 'disagreed') return isSettled ? 'sources-disagree' : 'awaited';
  if (isTooOld(kickoffAt, at)) return 'result-late';
  if (!needsReview(leagueKey, kickoffAt, firstSeenAt)) return undefined;
  return isSecondAwaited(second, firstReportedAt, at) ? 'awaited' : 'extra-time-possible';
}

async function holdForReview(
  reviewing: Judging,
  doubt: ScoreDoubt,
  { providerEventId, score }: ScoreReport,
  { id: matchId, leagueKey, homeTeam, awayTeam }: Match,
  second: StoredReport | undefined,
  at: Instant,
): Promise<void> {
  const ofSecond = doubt === 'sources-disagree' && second && { [second.source]: reportText(second) };
  const facts = {
    score: scoreText(score),
    ...(doubt === 'teams-swapped' && { homeTeam, awayTeam }),
    ...ofSecond,
  };
  const reports = await listReports(reviewing.db, matchId);
  const otherwise = Object.entries({ [reviewing.api.name]: facts.score, ...ofSecond }).map(([source, now]) =>
    reports.find((earlier) => earlier.source === source && isOfEnd(earlier) && reportText(earlier) !== now),
  );
  const subject = subjectSince(`${providerEventId} ${facts.score}`, otherwise);
  await saveReview(reviewing, { matchId, kind: doubt, subject, facts }, at);
  if (reviewing.isReminderDue(`held ${providerEventId}`))
    reviewing.log.error({ league: leagueKey, providerEventId, score, doubt }, doubtTexts[doubt]);
}

/**
 * Returns the subject of a review of what providers report. They may report `otherwise` and then the same again, which gets another
 * review: the last report of each provider that said otherwise is named.
 */
export function subjectSince(subject: string, otherwise: readonly (StoredReport | undefined)[]): string {
  const numbers = otherwise.flatMap((report) => report?.number ?? []);
  return numbers.length === 0 ? subject : `${subject} after report ${numbers.join(' and ')}`;
}

/** Stores a doubt for an admin. Returns whether it is new. */
export async function saveReview({ db, announceMarket }: Reviewing, doubt: Doubt, at: Instant): Promise<boolean> {
  const isNew = (await db.transaction().execute((trx) => saveDoubts(trx, [doubt], at))).length > 0;
  if (isNew) announceMarket(doubt.matchId);
  return isNew;
}

const loggedReviews: Readonly<Partial<Record<Doubt['kind'], string>>> = {
  'score-corrected': 'provider corrected a final score: review needed',
  'moved-too-far': 'score not settled, as the match was moved by more than 48 hours: review needed',
};

/** Logs the new reviews of saved scores for which an admin has to act before bets are settled right. */
export function logReviews(log: Log, league: LeagueKey, reviews: readonly Doubt[]): void {
  for (const { matchId, kind, facts } of reviews) {
    const text = loggedReviews[kind];
    if (text) log.error({ league, matchId, ...facts }, text);
  }
}

/** Whether a report says how the match ended, or that it was called off. */
const isOfEnd = ({ status }: StoredReport): boolean =>
  status !== 'scheduled' && status !== 'in-play' && status !== 'half-time';

/** A report as text: its score if it is final. */
const reportText = ({ status, score }: StoredReport): string =>
  status === 'final' && score ? scoreText(score) : status;

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
