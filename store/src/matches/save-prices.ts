import { randomUUID } from 'node:crypto';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { LeagueKey, Markets, Match } from '@touchline/core/matches';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { pricesOfTotals, pricesOfWinner, recordFromRow, storedMarkets } from './match-record.ts';
import { noMarkets, type QuotedMatch, quotedMarkets } from './quoted-match.ts';

export type SavedPrices = {
  /** Matches seen for the first time. */
  readonly added: number;
  /** Known matches of which anything changed. */
  readonly changed: number;
  readonly priceChanges: number;
};

/**
 * Takes over all that a provider quotes for a league at `at`: new matches, moved kick-offs, and every change of a market, which
 * is also added to the price history. Open matches of the league that are not among the `quotes` are suspended; matches that
 * ended are left alone. What did not change is not written; what did gets the next `seq`, and replicas are woken at the commit.
 */
export async function savePrices(
  trx: Trx,
  leagueKey: LeagueKey,
  provider: string,
  quotes: readonly QuotedMatch[],
  at: Instant,
): Promise<SavedPrices> {
  await lockMatches(trx);
  const known = await readKnown(trx, leagueKey, provider, quotes);
  const quotedIds = new Set(quotes.map((quote) => quote.providerEventId));
  const changes = [
    ...unique(quotes).flatMap((quote) => quotedChange(known.get(quote.providerEventId), quote)),
    ...[...known].flatMap(([eventId, match]) => (quotedIds.has(eventId) ? [] : droppedChange(eventId, match))),
  ];
  const priceChanges = changes.flatMap(priceChangesOf);
  if (changes.length > 0) {
    await writeMatches(trx, leagueKey, provider, changes, at);
    if (priceChanges.length > 0) await writePriceChanges(trx, priceChanges);
    await wakeReplicas(trx);
  }
  const added = changes.filter((change) => change.known === undefined).length;
  return { added, changed: changes.length - added, priceChanges: priceChanges.length };
}

type Change = {
  readonly known: Match | undefined;
  readonly match: Pick<Match, 'id' | 'homeTeam' | 'awayTeam' | 'kickoffAt' | 'markets'>;
  readonly eventId: string;
};

async function readKnown(
  trx: Trx,
  leagueKey: LeagueKey,
  provider: string,
  quotes: readonly QuotedMatch[],
): Promise<Map<string, Match>> {
  const eventIds = quotes.map((quote) => quote.providerEventId);
  // Two small looks through an index each: the matches that ended long ago are never read.
  const rows = await trx
    .selectFrom('matches')
    .selectAll()
    .where(
      sql<boolean>`id in (
        select id from matches where status = 'open' and provider = ${provider} and league_key = ${leagueKey}
        union
        select id from matches where provider = ${provider} and provider_event_id = any(${eventIds}::text[]))`,
    )
    .execute();
  return new Map(rows.map(recordFromRow).map((record) => [record.providerEventId, record.match]));
}

const unique = (quotes: readonly QuotedMatch[]): readonly QuotedMatch[] => [
  ...new Map(quotes.map((quote) => [quote.providerEventId, quote])).values(),
];

function quotedChange(known: Match | undefined, quote: QuotedMatch): readonly Change[] {
  if (known && known.status !== 'open') return [];
  const { homeTeam, awayTeam, kickoffAt, providerEventId: eventId } = quote;
  const markets = quotedMarkets(known?.markets ?? noMarkets, quote);
  const isSame =
    known?.homeTeam === homeTeam &&
    known.awayTeam === awayTeam &&
    known.kickoffAt === kickoffAt &&
    sameMarkets(known.markets, markets);
  if (isSame) return [];
  return [{ known, eventId, match: { id: known?.id ?? newMatchId(), homeTeam, awayTeam, kickoffAt, markets } }];
}

function droppedChange(eventId: string, known: Match): readonly Change[] {
  const markets = quotedMarkets(known.markets, noMarkets);
  if (known.status !== 'open' || sameMarkets(known.markets, markets)) return [];
  return [{ known, eventId, match: { ...known, markets } }];
}

// An unchanged market is handed back as the same object.
const sameMarkets = (a: Markets, b: Markets): boolean => a.h2h === b.h2h && a.totals === b.totals;

const newMatchId = (): MatchId => randomUUID() as string as MatchId;

async function writeMatches(
  trx: Trx,
  leagueKey: LeagueKey,
  provider: string,
  changes: readonly Change[],
  at: Instant,
): Promise<void> {
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
    select id, nextval('match_seq'), ${leagueKey}, ${provider}, event_id, home_team, away_team,
      kickoff_at, kickoff_at, 'open', markets, ${new Date(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, event_id text, home_team text, away_team text, kickoff_at timestamptz, markets jsonb)
    on conflict (id) do update set seq = excluded.seq, home_team = excluded.home_team, away_team = excluded.away_team,
      kickoff_at = excluded.kickoff_at, markets = excluded.markets, updated_at = excluded.updated_at`.execute(trx);
}

type PriceChange = {
  readonly match_id: MatchId;
  readonly market: 'h2h' | 'totals';
  readonly version: number;
  readonly state: string;
  readonly point: number | null;
  readonly prices: Readonly<Record<string, string>>;
  readonly bookmaker: string;
  readonly quoted_at: string;
};

function priceChangesOf({ known, match }: Change): readonly PriceChange[] {
  const { h2h, totals } = match.markets;
  const changes: PriceChange[] = [];
  if (h2h && h2h !== known?.markets.h2h) {
    changes.push({ match_id: match.id, market: 'h2h', point: null, prices: pricesOfWinner(h2h), ...historyOf(h2h) });
  }
  if (totals && totals !== known?.markets.totals) {
    const { point } = totals;
    changes.push({ match_id: match.id, market: 'totals', point, prices: pricesOfTotals(totals), ...historyOf(totals) });
  }
  return changes;
}

const historyOf = (market: NonNullable<Markets['h2h'] | Markets['totals']>) => ({
  version: market.version,
  state: market.state,
  bookmaker: market.bookmaker,
  quoted_at: new Date(market.quotedAt).toISOString(),
});

const writePriceChanges = (trx: Trx, changes: readonly PriceChange[]): Promise<unknown> =>
  sql`
    insert into price_changes (match_id, market, version, state, point, prices, bookmaker, quoted_at)
    select match_id, market, version, state, point, prices, bookmaker, quoted_at
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as row (
      match_id uuid, market text, version integer, state text, point numeric, prices jsonb, bookmaker text,
      quoted_at timestamptz)`.execute(trx);
