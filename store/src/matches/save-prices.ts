import { randomUUID } from 'node:crypto';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { marketKeys } from '@touchline/core/markets';
import {
  isMovedTooFar,
  type LeagueKey,
  type Markets,
  type Match,
  type MatchClock,
  mostMovedMs,
  noMarkets,
  type QuotedMarkets,
  type QuotedMatch,
  quotedMarkets,
  suspendedBecause,
} from '@touchline/core/matches';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../connect.ts';
import type { MatchTable, StoredSeen } from '../database.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { hasBegun, pausingKinds } from './match-doubt.ts';
import { recordFromRow } from './match-record.ts';
import { type Doubt, doubtsOf, isUnderReview, saveDoubts } from './match-reviews.ts';
import { type MatchChange, writeMatches } from './write-matches.ts';

export type SavedPrices = {
  /** New matches. */
  readonly added: number;
  /** Known matches that changed. */
  readonly changed: number;
  readonly priceChanges: number;
  /** New doubts that an admin must review. */
  readonly reviews: readonly Doubt[];
};

/**
 * Saves everything that a provider quotes for a league at `at`: new matches, moved kick-offs, and every change of a market, which
 * is also added to the price history. Open matches of the league without a quote are suspended; ended matches do not change. What
 * may be another match is left to a review: swapped home and away, and a new event of the same teams while the old one is gone. So is
 * a match that has begun, by its score, and is listed for later: it keeps its kick-off, and its markets are suspended.
 * `clock`: how matches run; in real time by default. Only changes are written, each with the next `seq`, and replicas are woken at the commit.
 */
export async function savePrices(
  trx: Trx,
  leagueKey: LeagueKey,
  provider: string,
  quotes: readonly QuotedMatch[],
  at: Instant,
  clock?: MatchClock,
): Promise<SavedPrices> {
  await lockMatches(trx);
  const { known, underReview, firstKickoffs } = await readKnown(trx, leagueKey, provider, quotes);
  const listed = unique(quotes);
  const { doubts, blocked } = await doubtsOf(trx, known, listed, at);
  for (const { kind, matchId } of doubts)
    if (pausingKinds.some((pausing) => pausing === kind)) underReview.add(matchId);
  const quoted = listed.map((quote) => withKickoff(quote, known.get(quote.providerEventId), at));
  for (const { providerEventId: eventId, kickoffAt } of quoted) {
    const [match, firstKickoffAt] = [known.get(eventId), firstKickoffs.get(eventId)];
    if (match && firstKickoffAt !== undefined && isMovedTooFar({ kickoffAt, firstKickoffAt }))
      underReview.add(match.id);
  }
  const quotedIds = new Set(quotes.map((quote) => quote.providerEventId));
  const changes = [
    ...quoted.flatMap((quote) =>
      quotedChange(known.get(quote.providerEventId), quote, blocked, { at, clock, underReview }),
    ),
    ...[...known].flatMap(([eventId, match]) => (quotedIds.has(eventId) ? [] : droppedChange(eventId, match, at))),
  ];
  const reviews = await saveDoubts(trx, doubts, at);
  const result = await saveChanges(trx, { leagueKey, provider }, changes, at);
  await saveSeen(
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

/** Saves when bookmakers last confirmed markets in play, even unchanged ones. Screens do not show it, so there is no new `seq`. */
async function saveSeen(trx: Trx, provider: string, quotes: readonly QuotedMatch[]): Promise<void> {
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

/** The matches that may be quoted, and their first kick-offs, by event id. */
type Known = {
  readonly known: ReadonlyMap<string, Match>;
  readonly underReview: Set<MatchId>;
  readonly firstKickoffs: ReadonlyMap<string, Instant>;
};

async function readKnown(
  trx: Trx,
  leagueKey: LeagueKey,
  provider: string,
  quotes: readonly QuotedMatch[],
): Promise<Known> {
  const eventIds = quotes.map((quote) => quote.providerEventId);
  // Two index lookups; matches that ended long ago are never read.
  const found = await trx
    .selectFrom('matches')
    .selectAll()
    .select(isUnderReview.as('is_under_review'))
    .where(
      sql<boolean>`id in (
        select id from matches where status = 'open' and provider = ${provider} and league_key = ${leagueKey}
        union
        select id from matches where provider = ${provider} and provider_event_id = any(${eventIds}::text[]))`,
    )
    .execute();
  const rows = await releaseEvents(trx, found, quotes);
  return {
    known: new Map(rows.map(recordFromRow).map((record) => [record.providerEventId, record.match])),
    underReview: new Set(rows.filter((row) => row.is_under_review).map((row) => row.id)),
    firstKickoffs: new Map(rows.map((row) => [row.provider_event_id, row.first_kickoff_at])),
  };
}

/**
 * Takes the event id from void matches that are listed again for so much later that bets on them would be void: those are other matches,
 * and are created. Returns the rows of the others.
 */
async function releaseEvents<
  Row extends Pick<Selectable<MatchTable>, 'id' | 'provider_event_id' | 'status' | 'first_kickoff_at'>,
>(trx: Trx, rows: readonly Row[], quotes: readonly QuotedMatch[]): Promise<readonly Row[]> {
  const listedFor = new Map(quotes.map(({ providerEventId, kickoffAt }) => [providerEventId, kickoffAt]));
  const isAnother = ({ status, provider_event_id: eventId, first_kickoff_at: announced }: Row): boolean =>
    status === 'void' && (listedFor.get(eventId) ?? 0) - announced > mostMovedMs;
  const released = rows.filter(isAnother).map(({ id }) => id);
  if (released.length === 0) return rows;
  await trx
    .updateTable('matches')
    .set({
      seq: sql<number>`nextval('match_seq')`,
      provider_event_id: sql<string>`provider_event_id || ' void ' || id`,
    })
    .where('id', 'in', released)
    .execute();
  return rows.filter((row) => !isAnother(row));
}

const unique = (quotes: readonly QuotedMatch[]): readonly QuotedMatch[] => [
  ...new Map(quotes.map((quote) => [quote.providerEventId, quote])).values(),
];

/** The kick-off of a match that has begun does not move. */
const withKickoff = (quote: QuotedMatch, known: Match | undefined, at: Instant): QuotedMatch =>
  known && hasBegun(known, at) ? { ...quote, kickoffAt: known.kickoffAt } : quote;

function quotedChange(
  known: Match | undefined,
  quote: QuotedMatch,
  blocked: ReadonlySet<string>,
  {
    at,
    clock,
    underReview,
  }: { readonly at: Instant; readonly clock: MatchClock | undefined; readonly underReview: ReadonlySet<MatchId> },
): readonly MatchChange[] {
  if (known && known.status !== 'open') return [];
  const { homeTeam, awayTeam, kickoffAt, providerEventId: eventId } = quote;
  if (blocked.has(eventId))
    return known ? changed(eventId, known, suspendedBecause('under-review', known.markets)) : [];
  const occasion = {
    at,
    kickoffAt,
    score: known?.score,
    scoreChangedAt: known?.scoreChangedAt,
    clock,
    isUnderReview: known !== undefined && underReview.has(known.id),
  };
  const markets = quotedMarkets(known?.markets ?? noMarkets, quote, occasion);
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

// `quotedMarkets` returns an unchanged market as the same object.
const sameMarkets = (a: Markets, b: Markets): boolean => marketKeys.every((key) => a[key] === b[key]);

const newMatchId = (): MatchId => randomUUID() as string as MatchId;
