import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { halfTimeMarkets, type Score } from '@touchline/core/markets';
import { type MatchDecision, withHalfTime } from '@touchline/core/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../connect.ts';
import { lockMatches } from '../matches/lock-matches.ts';
import { reviewsOfHalfTime } from '../matches/match-doubt.ts';
import { resolveAnswered } from '../matches/match-reviews.ts';
import { reportedHalfTime } from './match-reports.ts';
import { decisionOn, recordSystemRuling } from './rulings.ts';

/** Returns the half-time score of a decision, if it is recorded. */
export const halfTimeIn = ({ result }: MatchDecision): Score | undefined =>
  'halfTime' in result ? result.halfTime : undefined;

export type HalfTimeReport = {
  readonly matchId: MatchId;
  readonly score: Score;
  readonly source: string;
  /** Whether both providers report it. One alone does not answer an open review. */
  readonly isAgreed: boolean;
};

/**
 * Records half-time scores as new decisions about matches that have none yet; the worker settles by them. A match that is void, was
 * abandoned, or ended with fewer goals is left to an admin. Returns those that were recorded.
 */
export async function recordHalfTimes(
  trx: Trx,
  reports: readonly HalfTimeReport[],
  at: Instant,
): Promise<readonly HalfTimeReport[]> {
  if (reports.length === 0) return [];
  await lockMatches(trx);
  const recorded: HalfTimeReport[] = [];
  for (const report of reports) {
    const { matchId, score: halfTime, source, isAgreed } = report;
    const decision = await decisionOn(trx, matchId);
    const { result } = decision;
    if (halfTimeIn(decision) || result.kind === 'abandoned') continue;
    if (!isAgreed && !(await reportedHalfTime(trx, matchId))) continue;
    const withIt = withHalfTime(result, halfTime);
    if (!withIt) continue;
    const isWritten = await recordSystemRuling(trx, matchId, {
      result: withIt,
      reason: isAgreed ? 'the half-time score of both results providers' : `the half-time score of ${source}`,
      at,
    });
    if (!isWritten) continue;
    await resolveAnswered(trx, [matchId], reviewsOfHalfTime, at);
    recorded.push(report);
  }
  return recorded;
}

/** Returns the half-time scores that are recorded of these matches. */
export async function recordedHalfTimes(db: Db | Trx, ids: readonly MatchId[]): Promise<ReadonlyMap<MatchId, Score>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: MatchId; home: number; away: number }>`
    select m.id, r.half_home_score as home, r.half_away_score as away
    from matches m join match_results r on r.match_id = m.id and r.version = m.result_version
    where m.id = any(${ids}::uuid[]) and r.half_home_score is not null`.execute(db);
  return new Map(rows.map(({ id, home, away }) => [id, { home, away }]));
}

/** Returns the finished matches without a half-time score that had ended by `endedBy` and have open bets that need it. */
export async function missingHalfTimes(db: Db, endedBy: Instant): Promise<readonly MatchId[]> {
  const { rows } = await sql<{ id: MatchId }>`
    select m.id from matches m
    where m.status = 'finished' and m.ended_at <= ${new Date(endedBy)}::timestamptz
      and m.ended_at > ${new Date(endedBy)}::timestamptz - interval '720 hours'
      and ${isHalfTimeAwaited(sql`m`)}
      and exists (
        select from bet_legs l where l.match_id = m.id and l.status = 'pending' and l.market = any(${halves()}::text[]))
    order by m.ended_at`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a match counts as played but its half-time score is not recorded, in SQL over a row of `matches`. */
export const isHalfTimeAwaited = (match: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from match_results r
  where r.match_id = ${match}.id and r.version = ${match}.result_version and r.kind = 'score' and r.half_home_score is null)`;

/** The markets that need the score at half-time, as a parameter. */
export const halves = () => sql`${[...halfTimeMarkets]}`;
