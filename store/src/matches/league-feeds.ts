import type { Instant } from '@touchline/core/instant';
import type { LeagueFeed } from '@touchline/core/matches';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import { type Db, type Trx, timestamp } from '../connect.ts';
import type { LeagueFeedTable } from '../database.ts';

/** The state of polling a league, with the time and problem of the last attempt. */
export type LeagueFeedRecord = LeagueFeed & { readonly triedAt: Instant; readonly problem: string | null };

/** Saves the state of polling a league. */
export async function saveFeed(db: Db | Trx, feed: LeagueFeedRecord): Promise<void> {
  const row = {
    tried_at: timestamp(feed.triedAt),
    confirmed_at: feed.confirmedAt === null ? null : timestamp(feed.confirmedAt),
    every_ms: feed.everyMs,
    state: feed.state,
    problem: feed.problem,
    stale_after_ms: feed.staleAfterMs ?? null,
  };
  await db
    .insertInto('league_feeds')
    .values({ league_key: feed.leagueKey, ...row })
    .onConflict((known) => known.column('league_key').doUpdateSet(row))
    .execute();
}

/** Returns the polling state of all leagues. */
export async function readFeeds(db: Db): Promise<readonly LeagueFeedRecord[]> {
  return (await db.selectFrom('league_feeds').selectAll().orderBy('league_key').execute()).map(feedFromRow);
}

/** `readFeeds` as a prepared statement, by league. */
export async function feedsByLeague(client: ClientBase): Promise<Map<string, LeagueFeed>> {
  const { rows } = await client.query<Selectable<LeagueFeedTable>>({
    name: 'feeds-by-league',
    text: 'select * from league_feeds',
  });
  return new Map(rows.map((row) => [row.league_key, feedFromRow(row)]));
}

export const feedFromRow = (row: Selectable<LeagueFeedTable>): LeagueFeedRecord => ({
  leagueKey: row.league_key,
  state: row.state,
  confirmedAt: row.confirmed_at,
  everyMs: row.every_ms,
  triedAt: row.tried_at,
  problem: row.problem,
  ...(row.stale_after_ms !== null && { staleAfterMs: row.stale_after_ms }),
});
