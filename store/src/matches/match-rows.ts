import type { MatchId } from '@touchline/core/ids';
import type { LeagueFeed, Match } from '@touchline/core/matches';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { LeagueFeedTable, MatchTable } from '../database.ts';
import { feedFromRow } from './league-feeds.ts';
import { matchFromRow } from './match-record.ts';

/** `readMatches` as a prepared statement with the caller's client; for the wallet writer. */
export async function matchesByIds(client: ClientBase, ids: readonly MatchId[]): Promise<Map<MatchId, Match>> {
  const { rows } = await client.query<Selectable<MatchTable>>({
    name: 'matches-by-ids',
    text: 'select * from matches where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, matchFromRow(row)]));
}

/** `readFeeds` as a prepared statement, by league. */
export async function feedsByLeague(client: ClientBase): Promise<Map<string, LeagueFeed>> {
  const { rows } = await client.query<Selectable<LeagueFeedTable>>({
    name: 'feeds-by-league',
    text: 'select * from league_feeds',
  });
  return new Map(rows.map((row) => [row.league_key, feedFromRow(row)]));
}
