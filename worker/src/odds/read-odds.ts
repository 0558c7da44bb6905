import type { Instant } from '@touchline/core/instant';
import { type MarketKey, marketKeys, perMarket } from '@touchline/core/markets';
import type { QuotedMarkets, QuotedMatch } from '@touchline/store/matches';
import { z } from 'zod';
import { type EventRefusal, eventIdOf, type Refused, readEvent, readList } from '../provider/wire.ts';
import { type ChoiceProblem, chooseMarket, type PriceRules } from './choose-market.ts';
import type { MarketProblem, WireMarket } from './read-market.ts';

/** `no-bookmaker`: nobody quotes it · `no-market`: nobody quotes a market that we offer. */
export type OddsRefusal = EventRefusal | MarketProblem | ChoiceProblem | 'no-bookmaker' | 'no-market' | 'not-a-list';

export type ReadOdds = {
  readonly quotes: readonly QuotedMatch[];
  readonly refused: readonly Refused<OddsRefusal>[];
};

export type OddsQuestion = PriceRules & { readonly leagueKey: string; readonly now: Instant };

/** Reasons that a healthy answer has no place for: something in it is not what it should be. */
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
 * What is wrong with an answer as a whole: where half of it or more cannot be understood, what is missing in it means nothing.
 * `undefined` for one that can be taken over.
 */
export function brokenWords({ quotes, refused }: ReadOdds): string | undefined {
  const broken = refused.filter(({ reason }) => brokenReasons.has(reason));
  if (broken.some(({ reason }) => reason === 'not-a-list')) return 'the answer is no list of events';
  const all = quotes.length + refused.length;
  if (broken.length === 0 || broken.length * 2 < all) return undefined;
  return `${broken.length} of ${all} events cannot be understood, such as: ${broken[0]?.reason}`;
}

/**
 * Reads an answer of /odds. Every event is either quoted or refused with the reason; one that cannot be understood leaves the
 * others alone. Never throws, whatever the JSON.
 */
export function readOdds(body: unknown, question: OddsQuestion): ReadOdds {
  const list = readList(body);
  if (!list) return { quotes: [], refused: [{ eventId: '?', reason: 'not-a-list' }] };
  const read = list.map((value) => readOne(value, question));
  return {
    quotes: read.filter((one) => 'providerEventId' in one),
    refused: read.filter((one) => 'reason' in one),
  };
}

function readOne(value: unknown, question: OddsQuestion): QuotedMatch | Refused<OddsRefusal> {
  const refuse = (reason: OddsRefusal) => ({ eventId: eventIdOf(value), reason });
  const event = readEvent(value, question.leagueKey);
  if (typeof event === 'string') return refuse(event);
  const bookmakers = bookmakersOf(value);
  if (bookmakers.length === 0) return refuse('no-bookmaker');
  const choices = perMarket((key) => chooseMarket(key, event, marketsOf(bookmakers, key), question));
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
  return list.success ? list.data.bookmakers.flatMap((one) => bookmaker.safeParse(one).data ?? []) : [];
}

const marketsOf = (bookmakers: readonly Bookmaker[], key: MarketKey): readonly WireMarket[] =>
  bookmakers.flatMap((from) =>
    from.markets.flatMap((value) => {
      const read = market.safeParse(value).data;
      if (read?.key !== key) return [];
      // The time of the whole bookmaker is the provider's older way to say it.
      return { bookmaker: from.key, quotedAt: read.last_update ?? from.last_update, outcomes: read.outcomes };
    }),
  );
