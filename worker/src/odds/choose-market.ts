import type { Instant } from '@touchline/core/instant';
import { isLagging, isMarketStale, type MarketReason, type MarketState } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import type { QuotedMatch } from '@touchline/store/matches';
import type { WireEvent } from '../provider/wire.ts';
import { type Book, consensusOf } from './consensus.ts';
import { type MarketProblem, readGoals, readWinner, type WireMarket } from './read-market.ts';

/** Whose prices count, and what becomes of them. */
export type PriceRules = {
  /** Whose prices are taken, the most wanted first; exactly one: its prices as they are. */
  readonly bookmakers: readonly string[];
  /** A market that fewer bookmakers quote is not offered. */
  readonly minBooks?: number;
  /** What the house asks per league, as the sum of the probabilities of its prices; elsewhere what the bookmakers ask. */
  readonly margins?: Readonly<Partial<Record<string, number>>>;
};

export type Choice<Market> = {
  readonly market: Market | null;
  readonly problems: readonly (MarketProblem | ChoiceProblem)[];
};
/** `too-few-books`: fewer than the house wants · `books-disagree`: two that are left are far apart. */
export type ChoiceProblem = 'too-few-books' | 'books-disagree';
type Occasion = PriceRules & { readonly now: Instant };

/** Who wins, at one price per outcome. Outcomes are found by name, never by their order. */
export function chooseWinner(
  event: WireEvent,
  markets: readonly WireMarket[],
  occasion: Occasion,
): Choice<NonNullable<QuotedMatch['h2h']>> {
  const { read, problems } = readAll(markets, (outcomes) => readWinner(event, outcomes));
  return priced(read, problems, event, occasion, ([home, draw, away]) =>
    home && draw && away ? { home, draw, away } : undefined,
  );
}

/** As `chooseWinner`, for goals: of the lines that cannot be met exactly (x.5) the one that most bookmakers quote. */
export function chooseTotals(
  event: WireEvent,
  markets: readonly WireMarket[],
  occasion: Occasion,
): Choice<NonNullable<QuotedMatch['totals']>> {
  const { read, problems } = readAll(markets, readGoals);
  const lines = read.flatMap(({ lines: offered, ...book }) => offered.map((line) => ({ ...book, ...line })));
  const wanted = wantedOf(lines, occasion);
  const point = mostQuoted(wanted);
  const onLine = wanted.filter((line) => line.point === point);
  return priced(onLine, problems, event, occasion, ([over, under]) =>
    point !== undefined && over && under ? { point, over, under } : undefined,
  );
}

/** The line that most quote; of several the nearest to 2.5, and of two equally near the lower. */
function mostQuoted(lines: readonly { readonly point: number }[]): number | undefined {
  const counted = [...Map.groupBy(lines, ({ point }) => point)];
  const [best] = counted.sort(
    ([a, onA], [b, onB]) => onB.length - onA.length || Math.abs(a - 2.5) - Math.abs(b - 2.5) || a - b,
  );
  return best?.[0];
}

function readAll<Read extends object>(
  markets: readonly WireMarket[],
  read: (market: WireMarket) => Read | MarketProblem,
): { readonly read: readonly (Read & { bookmaker: string })[]; readonly problems: readonly MarketProblem[] } {
  const found = markets.map((market) => ({ bookmaker: market.bookmaker, read: read(market) }));
  return {
    read: found.flatMap(({ bookmaker, read: one }) => (typeof one === 'string' ? [] : [{ bookmaker, ...one }])),
    problems: found.flatMap(({ read: one }) => (typeof one === 'string' ? [one] : [])),
  };
}

type Quote = {
  readonly state: MarketState;
  readonly bookmaker: string;
  readonly quotedAt: Instant;
  readonly why?: MarketReason;
  readonly confirmedAt?: Instant;
};

function priced<Prices extends object>(
  books: readonly Book[],
  problems: readonly MarketProblem[],
  event: WireEvent,
  occasion: Occasion,
  pricesOf: (prices: readonly Decimal[]) => Prices | undefined,
): Choice<Prices & Quote> {
  const none = (problem?: ChoiceProblem) => ({ market: null, problems: problem ? [problem, ...problems] : problems });
  const wanted = wantedOf(books, occasion);
  const { now, minBooks = 1, margins } = occasion;
  if (wanted.length === 0) return none();
  // Prices that their bookmakers have withdrawn linger: they count only when there is nothing else, and are not bet on then.
  const fresh = wanted.filter(({ quotedAt }) => !isMarketStale({ confirmedAt: quotedAt }, event, now));
  const counted = fresh.length > 0 ? fresh : wanted;
  if (counted.length < minBooks) return none('too-few-books');
  const margin = occasion.bookmakers.length === 1 ? undefined : margins?.[event.leagueKey];
  const found = consensusOf(counted, margin);
  if (found === 'books-disagree') return none(found);
  if (found.books < minBooks) return none('too-few-books');
  const prices = pricesOf(found.prices);
  if (!prices) return none();
  const { bookmaker, quotedAt } = found;
  return { market: { ...prices, bookmaker, quotedAt, ...stateOf(fresh.length, quotedAt, event, now) }, problems };
}

function stateOf(
  fresh: number,
  quotedAt: Instant,
  event: WireEvent,
  now: Instant,
): Pick<Quote, 'state' | 'why' | 'confirmedAt'> {
  if (fresh === 0) return { state: 'suspended', why: 'not-confirmed' };
  return isLagging(quotedAt, event, now) ? { state: 'open', confirmedAt: quotedAt } : { state: 'open' };
}

/** Those of the wanted bookmakers; where none of them quotes, all others. */
function wantedOf<One extends Book>(
  books: readonly One[],
  { bookmakers }: Pick<PriceRules, 'bookmakers'>,
): readonly One[] {
  const wanted = books.filter(({ bookmaker }) => bookmakers.includes(bookmaker));
  return wanted.length > 0 ? wanted : books;
}
