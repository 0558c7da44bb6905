import type { Instant } from '@touchline/core/instant';
import { Decimal, odds, onLadder } from '@touchline/core/money';

/** One bookmaker's prices of a market, every outcome in the same order. */
export type Book = {
  readonly bookmaker: string;
  readonly quotedAt: Instant;
  readonly prices: readonly Decimal[];
};

/** Our margin: the sum of the probabilities of our prices, such as 1.05; `undefined` for the bookmakers' own. */
export type Margin = number | undefined;

export type Consensus = Book & { readonly books: number };

/**
 * Returns the consensus price: the median of the bookmakers' fair probabilities, at our margin or the median of theirs. A book far
 * off the median is left out as a mistake; if only two are left and disagree that much, there is no price. The result is rounded down to
 * the usual ladder of prices. Identical books, and a single one, keep their exact prices.
 */
export function consensusOf(books: readonly Book[], margin: Margin): Consensus | 'books-disagree' {
  const agreeing = withoutOutliers(books);
  const [first] = agreeing;
  if (!first) return 'books-disagree';
  const name = agreeing.length === 1 ? first.bookmaker : `consensus of ${agreeing.length}`;
  const known = { bookmaker: name, books: agreeing.length, quotedAt: medianTime(agreeing) };
  if (margin === undefined && agreeing.every((book) => isSame(book, first))) return { ...known, prices: first.prices };
  const chances = medianChances(agreeing);
  const total = margin ?? median(agreeing.map(({ prices }) => sumOf(prices.map(chanceOf))));
  return { ...known, prices: chances.map((chance) => priceOnLadder(1 / (chance * total))) };
}

/** Off by more than 15 % of the median probability and by more than 0.01: long shots vary more. */
const tolerance = { share: 0.15, points: 0.01 };

function withoutOutliers(books: readonly Book[]): readonly Book[] {
  if (books.length < 2) return books;
  const middle = medianChances(books);
  return books.filter((book) =>
    fairChances(book).every((chance, at) => {
      const off = Math.abs(chance - (middle[at] ?? 0));
      return off <= tolerance.points || off <= tolerance.share * (middle[at] ?? 0);
    }),
  );
}

/** Returns the medians of all outcomes, scaled to sum to 1. */
function medianChances(books: readonly Book[]): readonly number[] {
  const fair = books.map(fairChances);
  const medians = (fair[0] ?? []).map((_, at) => median(fair.map((chances) => chances[at] ?? 0)));
  const sum = sumOf(medians);
  return medians.map((chance) => chance / sum);
}

function fairChances({ prices }: Book): readonly number[] {
  const raw = prices.map(chanceOf);
  const sum = sumOf(raw);
  return raw.map((chance) => chance / sum);
}

/** Returns the price on the ladder, within the prices that are accepted from a provider. */
function priceOnLadder(price: number): Decimal {
  const rounded = odds(onLadder(Math.min(1_000, Math.max(1.01, price))).toFixed(2));
  if (!rounded) throw new RangeError(`no valid price for ${price}`);
  return rounded;
}

/** Returns the median time; of two in the middle, the older. */
function medianTime(books: readonly Book[]): Instant {
  const times = books.map((book) => book.quotedAt).sort((a, b) => a - b);
  const middle = times[Math.floor((times.length - 1) / 2)];
  if (middle === undefined) throw new RangeError('no books');
  return middle;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}

const isSame = (a: Book, b: Book): boolean => a.prices.every((price, at) => price.eq(b.prices[at] ?? new Decimal(0)));
const chanceOf = (price: Decimal): number => 1 / price.toNumber();
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
