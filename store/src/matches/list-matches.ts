import { type Instant, minutes } from '@touchline/core/instant';
import { type LeagueKey, leagueOf } from '@touchline/core/matches';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type MatchRecord, recordFromRow } from './match-record.ts';

/** How long ended matches stay on screens. */
export const shownAfterEndMs = minutes(10);

/** Returns all open matches, by kick-off. */
export async function listOpenMatches(db: Db): Promise<readonly MatchRecord[]> {
  const open = db.selectFrom('matches').selectAll().where('status', '=', 'open');
  return (await open.orderBy('kickoff_at').orderBy('id').execute()).map(recordFromRow);
}

/** Returns all open matches, and those that ended with a score and kicked off after `since`. */
export async function listRecentMatches(db: Db, since: Instant): Promise<readonly MatchRecord[]> {
  const recent = db
    .selectFrom('matches')
    .selectAll()
    .where(sql<boolean>`(status = 'open' or (status = 'finished' and kickoff_at > ${timestamp(since)}))`);
  return (await recent.orderBy('kickoff_at').orderBy('id').execute()).map(recordFromRow);
}

/** Returns matches that changed after `seq`, in that order, including ended ones. */
export async function matchesSince(db: Db, seq: number): Promise<readonly MatchRecord[]> {
  const changed = db.selectFrom('matches').selectAll().where('seq', '>', seq);
  return (await changed.orderBy('seq').execute()).map(recordFromRow);
}

export type ReplicaSnapshot = {
  /** Where `matchesSince` continues. */
  readonly seq: number;
  readonly matches: readonly MatchRecord[];
};

/** Returns the initial state of a replica in one snapshot: open matches, and those that ended in the last ten minutes. */
export async function replicaSnapshot(db: Db, now: Instant): Promise<ReplicaSnapshot> {
  const asOfOneMoment = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return asOfOneMoment.execute(async (trx) => {
    const last = await trx
      .selectFrom('matches')
      .select((match) => match.fn.max('seq').as('seq'))
      .executeTakeFirst();
    const rows = await trx
      .selectFrom('matches')
      .selectAll()
      .where(sql<boolean>`(status = 'open' or ended_at > ${new Date(now - shownAfterEndMs)})`)
      .orderBy('seq')
      .execute();
    return { seq: last?.seq ?? 0, matches: rows.map(recordFromRow) };
  });
}

/** Returns matches with bets left to settle, longest waiting first: ended ones, and open ones with void windows. */
export async function listUngraded(db: Db): Promise<readonly MatchRecord[]> {
  const waiting = db
    .selectFrom('matches')
    .selectAll()
    .where(({ eb, or }) => or([eb('status', '<>', 'open'), eb('result_version', '>', 0)]))
    .where('graded_at', 'is', null);
  return (await waiting.orderBy('ended_at').orderBy('id').execute()).map(recordFromRow);
}

/** Returns, per league, the latest kick-off after `since` of a match that ended with a score. */
export async function lastKickoffsOfFinished(
  db: Db,
  provider: string,
  since: Instant,
): Promise<ReadonlyMap<LeagueKey, Instant>> {
  const rows = await db
    .selectFrom('matches')
    .select((match) => ['league_key', match.fn.max('kickoff_at').as('kickoff_at')])
    .where('provider', '=', provider)
    .where('status', '=', 'finished')
    .where(sql<boolean>`kickoff_at > ${timestamp(since)}`)
    .groupBy('league_key')
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const league = leagueOf(row.league_key);
      return league ? [[league.key, row.kickoff_at] as const] : [];
    }),
  );
}
