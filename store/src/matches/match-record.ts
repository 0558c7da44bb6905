import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type MarketKey, type PerMarket, perMarket, pricesByPick, pricesIn, scoreOf } from '@touchline/core/markets';
import { type AnyMarket, leagueOf, type Markets, type Match } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db, Trx } from '../connect.ts';
import type { MatchTable, StoredMarkets, StoredSeen } from '../database.ts';

/** A match with its place in the log of changes and its id at the provider. */
export type MatchRecord = {
  /** Grows with every change of any match. */
  readonly seq: number;
  readonly match: Match;
  readonly provider: string;
  readonly providerEventId: string;
  /** The originally announced kick-off. */
  readonly firstKickoffAt: Instant;
  /** When the result arrived or the match was voided; `null` while it is open. */
  readonly endedAt: Instant | null;
};

/** The columns that a match is read from. */
const matchColumns = [
  'id',
  'league_key',
  'home_team',
  'away_team',
  'kickoff_at',
  'status',
  'home_score',
  'away_score',
  'score_changed_at',
  'seen_at',
  'markets',
  'event_quotes',
] as const;
type MatchRow = Pick<Selectable<MatchTable>, (typeof matchColumns)[number]>;

/** Returns the match of a row. Throws for an unknown league, which is never stored. */
export function matchFromRow(row: MatchRow): Match {
  const league = leagueOf(row.league_key);
  if (!league) throw new Error(`match ${row.id} is of the unknown league ${row.league_key}`);
  return {
    id: row.id,
    leagueKey: league.key,
    homeTeam: row.home_team,
    awayTeam: row.away_team,
    kickoffAt: row.kickoff_at,
    status: row.status,
    score: scoreOf(row.home_score, row.away_score),
    ...(row.score_changed_at !== null && { scoreChangedAt: row.score_changed_at }),
    ...(row.seen_at && { seenAt: seenFromStored(row.seen_at) }),
    markets: marketsFromStored(row.markets),
    ...(row.event_quotes && { eventQuotes: row.event_quotes }),
  };
}

const seenFromStored = (stored: StoredSeen): PerMarket<Instant | null> =>
  perMarket((key) => (stored[key] === undefined ? null : instant(Date.parse(stored[key]))));

export const recordFromRow = (row: Selectable<MatchTable>): MatchRecord => ({
  seq: row.seq,
  match: matchFromRow(row),
  provider: row.provider,
  providerEventId: row.provider_event_id,
  firstKickoffAt: row.first_kickoff_at,
  endedAt: row.ended_at,
});

export const marketsFromStored = (stored: StoredMarkets): Markets =>
  perMarket((key) => {
    const market: StoredMarkets[MarketKey] = stored[key];
    if (!market) return null;
    const prices = pricesIn<string>(key, market).map((text) => new Decimal(text));
    return { ...market, ...pricesByPick(key, prices), quotedAt: instant(market.quotedAt) };
  }) as Markets;

export const storedMarkets = (markets: Markets): StoredMarkets =>
  perMarket((key) => {
    const market: AnyMarket | null = markets[key];
    return market && { ...market, ...pricesAsText(key, market) };
  }) as StoredMarkets;

/** Returns prices by selection as text, as stored in the price history. */
export const pricesAsText = (key: MarketKey, market: AnyMarket): Readonly<Record<string, string>> =>
  pricesByPick(
    key,
    pricesIn<Decimal>(key, market).map((price) => price.toString()),
  );

/** Returns the matches of `ids` that exist, in no particular order. Ids that are not UUIDs are ignored. */
export async function readMatches(executor: Db | Trx, ids: readonly MatchId[]): Promise<readonly Match[]> {
  const possible = ids.filter((id) => uuid.test(id));
  if (possible.length === 0) return [];
  const rows = await executor.selectFrom('matches').selectAll().where('id', 'in', possible).execute();
  return rows.map(matchFromRow);
}

/** `readMatches` as a prepared statement with the caller's client; for the wallet writer. */
export async function matchesByIds(client: ClientBase, ids: readonly MatchId[]): Promise<Map<MatchId, Match>> {
  const { rows } = await client.query<MatchRow>({
    name: 'matches-by-ids',
    text: `select ${matchColumns.join(', ')} from matches where id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, matchFromRow(row)]));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
