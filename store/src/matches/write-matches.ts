import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { lineOf, type MarketKey } from '@touchline/core/markets';
import { type LeagueKey, type MarketState, type Match, marketsIn } from '@touchline/core/matches';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import { pricesAsText, storedMarkets } from './match-record.ts';

/** A match after a change, and before it if it was known. */
export type MatchChange = {
  readonly known: Match | undefined;
  readonly match: Pick<Match, 'id' | 'homeTeam' | 'awayTeam' | 'kickoffAt' | 'markets'>;
  readonly eventId: string;
};

/**
 * Writes matches, each with the next `seq`, and every change of a market to the price history. The caller holds the matches' lock.
 */
export async function writeMatches(
  trx: Trx,
  source: { readonly leagueKey: LeagueKey; readonly provider: string },
  changes: readonly MatchChange[],
  at: Instant,
): Promise<{ readonly priceChanges: number }> {
  const rows = changes.map(({ eventId, match }) => ({
    id: match.id,
    event_id: eventId,
    home_team: match.homeTeam,
    away_team: match.awayTeam,
    kickoff_at: new Date(match.kickoffAt).toISOString(),
    markets: storedMarkets(match.markets),
  }));
  await sql`
    insert into matches as known (id, seq, league_key, provider, provider_event_id, home_team, away_team,
      kickoff_at, first_kickoff_at, status, markets, updated_at)
    select id, nextval('match_seq'), ${source.leagueKey}, ${source.provider}, event_id, home_team, away_team,
      kickoff_at, kickoff_at, 'open', markets, ${new Date(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, event_id text, home_team text, away_team text, kickoff_at timestamptz, markets jsonb)
    on conflict (id) do update set seq = excluded.seq, home_team = excluded.home_team, away_team = excluded.away_team,
      kickoff_at = excluded.kickoff_at, markets = excluded.markets, updated_at = excluded.updated_at`.execute(trx);
  return { priceChanges: await writePriceChanges(trx, changes) };
}

/** Adds every change of a market to the price history, and returns how many there were. */
export async function writePriceChanges(
  trx: Trx,
  changes: readonly { readonly known: Match | undefined; readonly match: Pick<Match, 'id' | 'markets'> }[],
): Promise<number> {
  const rows = changes.flatMap(priceChangesOf);
  if (rows.length === 0) return 0;
  await sql`
    insert into price_changes (match_id, market, version, state, point, prices, bookmaker, quoted_at)
    select match_id, market, version, state, point, prices, bookmaker, quoted_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      match_id uuid, market text, version integer, state text, point numeric, prices jsonb, bookmaker text,
      quoted_at timestamptz)`.execute(trx);
  return rows.length;
}

type PriceChange = {
  readonly match_id: MatchId;
  readonly market: MarketKey;
  readonly version: number;
  readonly state: MarketState;
  readonly point: number | null;
  readonly prices: Readonly<Record<string, string>>;
  readonly bookmaker: string;
  readonly quoted_at: string;
};

const priceChangesOf = ({
  known,
  match,
}: {
  readonly known: Match | undefined;
  readonly match: Pick<Match, 'id' | 'markets'>;
}): readonly PriceChange[] =>
  marketsIn(match.markets).flatMap(({ key, market }) =>
    market === known?.markets[key]
      ? []
      : [
          {
            match_id: match.id,
            market: key,
            version: market.version,
            state: market.state,
            point: lineOf(market),
            prices: pricesAsText(key, market),
            bookmaker: market.bookmaker,
            quoted_at: new Date(market.quotedAt).toISOString(),
          },
        ],
  );
