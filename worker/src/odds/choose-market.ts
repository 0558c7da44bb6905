import type { Instant } from '@touchline/core/instant';
import { type MarketKey, mainLineOf, pricesByPick } from '@touchline/core/markets';
import { isLagging, isMarketStale, type QuotedMarket } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import type { WireEvent } from '../provider/wire.ts';
import { type Book, type Consensus, consensusOf } from './consensus.ts';
import { type MarketProblem, type PricedLine, readMarket, type WireMarket } from './read-market.ts';

/** How our price is made from the bookmakers'. */
export type PriceRules = {
  /** The bookmakers whose prices count; with exactly one, its prices are used unchanged. */
  readonly bookmakers: readonly string[];
  /** A market quoted by fewer bookmakers is not offered. */
  readonly minBooks?: number;
  /** Our margin per league, as the sum of the probabilities of our prices; without one, the bookmakers' margin. */
  readonly margins?: Readonly<Partial<Record<string, number>>>;
};

export type Choice = {
  readonly market: QuotedMarket | null;
  readonly problems: readonly (MarketProblem | ChoiceProblem)[];
};
/** `too-few-books`: fewer than `minBooks` · `books-disagree`: the two that are left are far apart. */
export type ChoiceProblem = 'too-few-books' | 'books-disagree';
type Context = PriceRules & { readonly now: Instant };

/**
 * Returns one price for each selection of a market, on the line that most bookmakers quote. A tie goes to the line nearest to the
 * main line, then to the lower one.
 */
export function chooseMarket(
  key: MarketKey,
  event: WireEvent,
  markets: readonly WireMarket[],
  context: Context,
): Choice {
  const read = markets.map((market) => ({ bookmaker: market.bookmaker, lines: readMarket(key, event, market) }));
  const problems = read.flatMap(({ lines }) => (typeof lines === 'string' ? [lines] : []));
  const lines = read.flatMap(({ bookmaker, lines: found }) =>
    typeof found === 'string' ? [] : found.map((line) => ({ bookmaker, ...line })),
  );
  const wanted = wantedOf(lines, context);
  const point = mostQuoted(wanted, mainLineOf(key));
  const onLine = wanted.filter((line) => line.point === point);
  return priced(onLine, problems, event, context, (prices) => ({
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
  context: Context,
  pricesOf: (prices: readonly Decimal[]) => object,
): Choice {
  const found = consensusAmong(books, event, context);
  if (found === undefined || typeof found === 'string')
    return { market: null, problems: found ? [found, ...problems] : problems };
  const { fresh, ...chosen } = found;
  const { bookmaker, quotedAt } = chosen;
  const market = {
    ...pricesOf(chosen.prices),
    bookmaker,
    quotedAt,
    ...stateOf(fresh, quotedAt, event, context.now),
  };
  return { market: market as QuotedMarket, problems };
}

/** Returns the price of one line that bookmakers confirmed recently; `undefined` when too few do. */
export function chooseBook(books: readonly Book[], event: WireEvent, context: Context): Book | undefined {
  const found = consensusAmong(books, event, context);
  return typeof found === 'object' && found.fresh > 0 ? found : undefined;
}

/** Returns the consensus of the wanted bookmakers, and how many of them are fresh; `undefined` without any. */
function consensusAmong(
  books: readonly Book[],
  event: WireEvent,
  context: Context,
): (Consensus & { readonly fresh: number }) | ChoiceProblem | undefined {
  const wanted = wantedOf(books, context);
  const { now, minBooks = 1, margins } = context;
  if (wanted.length === 0) return undefined;
  // Withdrawn prices linger in the feed: they count only if there are no others, and then the market is suspended.
  const fresh = wanted.filter(({ quotedAt }) => !isMarketStale({ confirmedAt: quotedAt }, event, now));
  const used = fresh.length > 0 ? fresh : wanted;
  if (used.length < minBooks) return 'too-few-books';
  const margin = context.bookmakers.length === 1 ? undefined : margins?.[event.leagueKey];
  const found = consensusOf(used, margin);
  if (found === 'books-disagree') return found;
  if (found.books < minBooks) return 'too-few-books';
  return { ...found, fresh: fresh.length };
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

/** Returns the books of the chosen bookmakers, or all others if none of those quotes. */
function wantedOf<Quote extends Book>(
  books: readonly Quote[],
  { bookmakers }: Pick<PriceRules, 'bookmakers'>,
): readonly Quote[] {
  const wanted = books.filter(({ bookmaker }) => bookmakers.includes(bookmaker));
  return wanted.length > 0 ? wanted : books;
}
