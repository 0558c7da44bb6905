import type { Instant } from '@touchline/core/instant';
import { type MarketKey, mainLineOf, pricesByPick } from '@touchline/core/markets';
import { isLagging, isMarketStale } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import type { QuotedMarket } from '@touchline/store/matches';
import type { WireEvent } from '../provider/wire.ts';
import { type Book, consensusOf } from './consensus.ts';
import { type MarketProblem, type PricedLine, readMarket, type WireMarket } from './read-market.ts';

/** Whose prices count, and what becomes of them. */
export type PriceRules = {
  /** Whose prices are taken, the most wanted first; exactly one: its prices as they are. */
  readonly bookmakers: readonly string[];
  /** A market that fewer bookmakers quote is not offered. */
  readonly minBooks?: number;
  /** What the house asks per league, as the sum of the probabilities of its prices; elsewhere what the bookmakers ask. */
  readonly margins?: Readonly<Partial<Record<string, number>>>;
};

export type Choice = {
  readonly market: QuotedMarket | null;
  readonly problems: readonly (MarketProblem | ChoiceProblem)[];
};
/** `too-few-books`: fewer than the house wants · `books-disagree`: two that are left are far apart. */
export type ChoiceProblem = 'too-few-books' | 'books-disagree';
type Occasion = PriceRules & { readonly now: Instant };

/**
 * One price for each selection of a market, on the line that most bookmakers quote. Of lines quoted equally often the nearest to the
 * main line counts, and of two equally near the lower.
 */
export function chooseMarket(
  key: MarketKey,
  event: WireEvent,
  markets: readonly WireMarket[],
  occasion: Occasion,
): Choice {
  const read = markets.map((market) => ({ bookmaker: market.bookmaker, lines: readMarket(key, event, market) }));
  const problems = read.flatMap(({ lines }) => (typeof lines === 'string' ? [lines] : []));
  const lines = read.flatMap(({ bookmaker, lines: found }) =>
    typeof found === 'string' ? [] : found.map((line) => ({ bookmaker, ...line })),
  );
  const wanted = wantedOf(lines, occasion);
  const point = mostQuoted(wanted, mainLineOf(key));
  const onLine = wanted.filter((line) => line.point === point);
  return priced(onLine, problems, event, occasion, (prices) => ({
    ...(point !== null && { point }),
    ...pricesByPick(key, prices),
  }));
}

function mostQuoted(lines: readonly PricedLine[], mainLine: number | null): number | null {
  if (mainLine === null) return null;
  const counted = [...Map.groupBy(lines, ({ point }) => point ?? mainLine)];
  const [best] = counted.sort(
    ([a, onA], [b, onB]) => onB.length - onA.length || Math.abs(a - mainLine) - Math.abs(b - mainLine) || a - b,
  );
  return best?.[0] ?? null;
}

function priced(
  books: readonly Book[],
  problems: readonly MarketProblem[],
  event: WireEvent,
  occasion: Occasion,
  pricesOf: (prices: readonly Decimal[]) => object,
): Choice {
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
  const { bookmaker, quotedAt } = found;
  const market = { ...pricesOf(found.prices), bookmaker, quotedAt, ...stateOf(fresh.length, quotedAt, event, now) };
  return { market: market as QuotedMarket, problems };
}

function stateOf(
  fresh: number,
  quotedAt: Instant,
  event: WireEvent,
  now: Instant,
): Pick<QuotedMarket, 'state' | 'why' | 'confirmedAt'> {
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
