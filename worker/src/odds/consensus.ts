import type { Instant } from '@touchline/core/instant';
import { Decimal, odds } from '@touchline/core/money';

/** One bookmaker's prices of a market, every outcome in the same order. */
export type Book = {
  readonly bookmaker: string;
  readonly quotedAt: Instant;
  readonly prices: readonly Decimal[];
};

/** What the house asks: the sum of the probabilities of its prices, such as 1.05; `undefined` for that of the bookmakers. */
export type Margin = number | undefined;

export type Consensus = Book & { readonly books: number };

/**
 * The price of the market as bookmakers see it: the median of their probabilities with the margin taken out, sold at the median of
 * their margins or at ours. A book that is far off the median is a mistake and is left out; where two that are left disagree that
 * far there is no price. Books that all ask the same keep their prices to the last digit, and so does a single one.
 */
export function consensusOf(books: readonly Book[], margin: Margin): Consensus | 'books-disagree' {
  const agreeing = withoutOutliers(books);
  const [first] = agreeing;
  if (!first) return 'books-disagree';
  const name = agreeing.length === 1 ? first.bookmaker : `consensus of ${agreeing.length}`;
  const known = { bookmaker: name, books: agreeing.length, quotedAt: middleTime(agreeing) };
  if (margin === undefined && agreeing.every((book) => isSame(book, first))) return { ...known, prices: first.prices };
  const chances = medianChances(agreeing);
  const sold = margin ?? median(agreeing.map(({ prices }) => sumOf(prices.map(chanceOf))));
  return { ...known, prices: chances.map((chance) => onLadder(1 / (chance * sold))) };
}

/** More than 15 % off the median of a probability, and by at least a hundredth: outsiders differ by more without a mistake. */
const farOff = { share: 0.15, points: 0.01 };

function withoutOutliers(books: readonly Book[]): readonly Book[] {
  if (books.length < 2) return books;
  const middle = medianChances(books);
  return books.filter((book) =>
    fairChances(book).every((chance, at) => {
      const off = Math.abs(chance - (middle[at] ?? 0));
      return off <= farOff.points || off <= farOff.share * (middle[at] ?? 0);
    }),
  );
}

/** The medians of all outcomes, made to sum up to 1 again. */
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

/** The nearest hundredth that can be a price. */
function onLadder(price: number): Decimal {
  const hundredths = Math.min(100_000, Math.max(101, Math.round(price * 100)));
  const step = odds((hundredths / 100).toFixed(2));
  if (!step) throw new RangeError(`no price on the ladder for ${price}`);
  return step;
}

/** Of two moments in the middle the older one. */
function middleTime(books: readonly Book[]): Instant {
  const times = books.map((book) => book.quotedAt).sort((a, b) => a - b);
  const middle = times[Math.floor((times.length - 1) / 2)];
  if (middle === undefined) throw new RangeError('the middle of no books');
  return middle;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}

const isSame = (a: Book, b: Book): boolean => a.prices.every((price, at) => price.eq(b.prices[at] ?? new Decimal(0)));
const chanceOf = (price: Decimal): number => 1 / price.toNumber();
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
