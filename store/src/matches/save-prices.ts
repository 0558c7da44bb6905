import { randomUUID } from 'node:crypto';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { marketKeys } from '@touchline/core/markets';
import type { LeagueKey, Markets, Match } from '@touchline/core/matches';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import type { StoredSeen } from '../database.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { recordFromRow } from './match-record.ts';
import { type Doubt, doubtsOf, saveDoubts } from './match-reviews.ts';
import { noMarkets, type QuotedMarkets, type QuotedMatch, quotedMarkets, suspendedForReview } from './quoted-match.ts';
import { type MatchChange, writeMatches } from './write-matches.ts';

export type SavedPrices = {
  /** Matches seen for the first time. */
  readonly added: number;
  /** Known matches of which anything changed. */
  readonly changed: number;
  readonly priceChanges: number;
  /** What somebody has to look at from now on. */
  readonly reviews: readonly Doubt[];
};

/**
 * Takes over all that a provider quotes for a league at `at`: new matches, moved kick-offs, and every change of a market, which
 * is also added to the price history. Open matches of the league that are not among the `quotes` are suspended; matches that
 * ended are left alone. What may be another match than it was is held for an operator: home and away that changed places, and a
 * new event of the same teams while the old one is gone. What did not change is not written; what did gets the next `seq`, and
 * replicas are woken at the commit.
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
  const quoted = unique(quotes);
  const { doubts, held } = await doubtsOf(trx, known, quoted, at);
  const quotedIds = new Set(quotes.map((quote) => quote.providerEventId));
  const changes = [
    ...quoted.flatMap((quote) => quotedChange(known.get(quote.providerEventId), quote, held, at)),
    ...[...known].flatMap(([eventId, match]) => (quotedIds.has(eventId) ? [] : droppedChange(eventId, match, at))),
  ];
  const reviews = await saveDoubts(trx, doubts, at);
  const result = await saveChanges(trx, { leagueKey, provider }, changes, at);
  await noteSeen(
    trx,
    provider,
    quoted.filter((quote) => quote.kickoffAt <= at),
  );
  return { ...result, reviews };
}

async function saveChanges(
  trx: Trx,
  source: { readonly leagueKey: LeagueKey; readonly provider: string },
  changes: readonly MatchChange[],
  at: Instant,
): Promise<Omit<SavedPrices, 'reviews'>> {
  if (changes.length === 0) return { added: 0, changed: 0, priceChanges: 0 };
  const { priceChanges } = await writeMatches(trx, source, changes, at);
  await wakeReplicas(trx);
  const added = changes.filter((change) => change.known === undefined).length;
  return { added, changed: changes.length - added, priceChanges };
}

/**
 * Keeps when bookmakers last looked at markets in play, also where nothing changed. It is no news for any screen: no `seq`, nobody is
 * woken.
 */
async function noteSeen(trx: Trx, provider: string, quotes: readonly QuotedMatch[]): Promise<void> {
  if (quotes.length === 0) return;
  const seen = quotes.map((quote) => ({ event_id: quote.providerEventId, seen: seenIn(quote) }));
  await sql`
    update matches m set seen_at = coalesce(m.seen_at, '{}') || s.seen
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s (event_id text, seen jsonb)
    where m.provider = ${provider} and m.provider_event_id = s.event_id and m.status = 'open'`.execute(trx);
}

const seenIn = (markets: QuotedMarkets): StoredSeen =>
  Object.fromEntries(
    marketKeys.flatMap((key) => {
      const market = markets[key];
      return market ? [[key, new Date(market.quotedAt).toISOString()]] : [];
    }),
  );

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

function quotedChange(
  known: Match | undefined,
  quote: QuotedMatch,
  held: ReadonlySet<string>,
  at: Instant,
): readonly MatchChange[] {
  if (known && known.status !== 'open') return [];
  const { homeTeam, awayTeam, kickoffAt, providerEventId: eventId } = quote;
  if (held.has(eventId)) return known ? changed(eventId, known, suspendedForReview(known.markets)) : [];
  const markets = quotedMarkets(known?.markets ?? noMarkets, quote, { at, kickoffAt });
  const isSame =
    known?.homeTeam === homeTeam &&
    known.awayTeam === awayTeam &&
    known.kickoffAt === kickoffAt &&
    sameMarkets(known.markets, markets);
  if (isSame) return [];
  return [{ known, eventId, match: { id: known?.id ?? newMatchId(), homeTeam, awayTeam, kickoffAt, markets } }];
}

function droppedChange(eventId: string, known: Match, at: Instant): readonly MatchChange[] {
  if (known.status !== 'open') return [];
  return changed(eventId, known, quotedMarkets(known.markets, noMarkets, { at, kickoffAt: known.kickoffAt }));
}

const changed = (eventId: string, known: Match, markets: Markets): readonly MatchChange[] =>
  sameMarkets(known.markets, markets) ? [] : [{ known, eventId, match: { ...known, markets } }];

// An unchanged market is handed back as the same object.
const sameMarkets = (a: Markets, b: Markets): boolean => marketKeys.every((key) => a[key] === b[key]);

const newMatchId = (): MatchId => randomUUID() as string as MatchId;
