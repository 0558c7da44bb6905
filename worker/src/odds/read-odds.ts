import type { Instant } from '@touchline/core/instant';
import { type MarketKey, marketKeys, perMarket } from '@touchline/core/markets';
import type { QuotedMarkets, QuotedMatch } from '@touchline/core/matches';
import { ok, type Result } from '@touchline/core/result';
import { z } from 'zod';
import type { FeedProblem, OddsApi, Quota } from '../provider/odds-api.ts';
import { type EventRefusal, eventIdOf, type Refused, readEvent, readList } from '../provider/wire.ts';
import { type ChoiceProblem, chooseMarket, type PriceRules } from './choose-market.ts';
import type { MarketProblem, WireMarket } from './read-market.ts';

/** `no-bookmaker`: no bookmaker quotes the event · `no-market`: none quotes a market that we offer. */
export type OddsRefusal = EventRefusal | MarketProblem | ChoiceProblem | 'no-bookmaker' | 'no-market' | 'not-a-list';

export type ReadOdds = {
  readonly quotes: readonly QuotedMatch[];
  readonly refused: readonly Refused<OddsRefusal>[];
};

/** Fetches all quotes of a league, or returns why the provider did not answer. */
export async function fetchOdds(
  api: OddsApi,
  leagueKey: string,
  { now, ...rules }: PriceRules & { readonly now: () => Instant },
): Promise<Result<ReadOdds & { readonly quota: Quota }, FeedProblem>> {
  const response = await api.odds(leagueKey);
  if (!response.ok) return response;
  const { body, quota } = response.value;
  return ok({ ...readOdds(body, { ...rules, leagueKey, now: now() }), quota });
}

export type OddsOptions = PriceRules & { readonly leagueKey: string; readonly now: Instant };

/** Reasons that do not occur in a healthy response. */
const brokenReasons: ReadonlySet<OddsRefusal> = new Set([
  'not-an-event',
  'league-unknown',
  'league-not-asked-for',
  'teams-equal',
  'kickoff-unreadable',
  'market-unreadable',
  'quote-time-unreadable',
  'not-a-list',
] satisfies OddsRefusal[]);

/**
 * Describes what is wrong with a response as a whole, or returns `undefined`. If half of its events or more are invalid, it does not
 * show which matches are no longer quoted.
 */
export function brokenText({ quotes, refused }: ReadOdds): string | undefined {
  const broken = refused.filter(({ reason }) => brokenReasons.has(reason));
  if (broken.some(({ reason }) => reason === 'not-a-list')) return 'the response is not a list of events';
  const all = quotes.length + refused.length;
  if (broken.length === 0 || broken.length * 2 < all) return undefined;
  return `${broken.length} of ${all} events are invalid, such as: ${broken[0]?.reason}`;
}

/**
 * Parses a response of /odds. Each event is either quoted or refused with a reason, independently of the others. Never throws,
 * whatever the JSON.
 */
export function readOdds(body: unknown, options: OddsOptions): ReadOdds {
  const list = readList(body);
  if (!list) return { quotes: [], refused: [{ eventId: '?', reason: 'not-a-list' }] };
  const read = list.map((value) => readOne(value, options));
  return {
    quotes: read.filter((event) => 'providerEventId' in event),
    refused: read.filter((event) => 'reason' in event),
  };
}

function readOne(value: unknown, options: OddsOptions): QuotedMatch | Refused<OddsRefusal> {
  const refuse = (reason: OddsRefusal) => ({ eventId: eventIdOf(value), reason });
  const event = readEvent(value, options.leagueKey);
  if (typeof event === 'string') return refuse(event);
  const bookmakers = bookmakersOf(value);
  if (bookmakers.length === 0) return refuse('no-bookmaker');
  const choices = perMarket((key) => chooseMarket(key, event, marketsOf(bookmakers, key), options));
  const all = marketKeys.map((key) => choices[key]);
  if (all.every(({ market }) => market === null))
    return refuse(all.flatMap(({ problems }) => problems)[0] ?? 'no-market');
  const { id: providerEventId, homeTeam, awayTeam, kickoffAt } = event;
  const quoted = perMarket((key) => choices[key].market) as QuotedMarkets;
  return { providerEventId, homeTeam, awayTeam, kickoffAt, ...quoted };
}

const listed = z.object({ bookmakers: z.array(z.unknown()) });
const bookmaker = z.object({
  key: z.string().regex(/^[a-z0-9_]{1,40}$/),
  last_update: z.unknown().optional(),
  markets: z.array(z.unknown()),
});
const market = z.object({ key: z.string(), last_update: z.unknown().optional(), outcomes: z.unknown().optional() });

type Bookmaker = z.infer<typeof bookmaker>;

function bookmakersOf(value: unknown): readonly Bookmaker[] {
  const list = listed.safeParse(value);
  return list.success ? list.data.bookmakers.flatMap((entry) => bookmaker.safeParse(entry).data ?? []) : [];
}

const marketsOf = (bookmakers: readonly Bookmaker[], key: MarketKey): readonly WireMarket[] =>
  bookmakers.flatMap((from) =>
    from.markets.flatMap((value) => {
      const read = market.safeParse(value).data;
      if (read?.key !== key) return [];
      // Older responses have one time per bookmaker.
      return { bookmaker: from.key, quotedAt: read.last_update ?? from.last_update, outcomes: read.outcomes };
    }),
  );
