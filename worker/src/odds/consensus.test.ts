import { instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consensusOf } from './consensus.ts';

const book = (bookmaker: string, prices: readonly number[], quotedAt = 1_000) => ({
  bookmaker,
  quotedAt: instant(quotedAt),
  prices: prices.map((price) => new Decimal(price)),
});
const priced = (books: Parameters<typeof consensusOf>[0], margin?: number) => {
  const found = consensusOf(books, margin);
  return found === 'books-disagree' ? found : [found.bookmaker, ...found.prices.map(Number)];
};

describe('the consensus of bookmakers', () => {
  test('of one book is its exact prices', () => {
    expect(priced([book('bet365', [2.105, 3.4, 3.6])])).toEqual(['bet365', 2.105, 3.4, 3.6]);
  });

  test('of identical books is their exact prices', () => {
    const same = [2.105, 3.4, 3.6];
    expect(priced([book('a', same), book('b', same), book('c', same)])).toEqual(['consensus of 3', ...same]);
  });

  test('is the median of the probabilities at the median of the margins, rounded down to the ladder', () => {
    // Fair: 1/2, 1/4, 1/4 with margins of 5, 3 and 6 %; the middle one is 5.
    const margins = [1.05, 1.03, 1.06].map((m, at) =>
      book(
        `b${at}`,
        [2 / m, 4 / m, 4 / m].map((p) => Math.round(p * 1e4) / 1e4),
      ),
    );
    expect(priced(margins)).toEqual(['consensus of 3', 1.9, 3.8, 3.8]);
    expect(priced(margins, 1)).toEqual(['consensus of 3', 2, 4, 4]);
    expect(priced(margins, 1.1)).toEqual(['consensus of 3', 1.81, 3.6, 3.6]);
  });

  test.each([
    [1.014, 1.01],
    [1.999, 1.99],
    [2.35, 2.34],
    [3.49, 3.45],
    [4.19, 4.1],
    [9.99, 9.8],
    [19.9, 19.5],
    [29.5, 29],
    [49, 48],
    [99, 95],
    [101, 100],
    [987, 980],
  ])('of %s is offered at %s', (fair, offered) => {
    const other = 1 / (1 - 1 / fair);
    const books = [0.9999, 1.0001].map((share, at) => book(`b${at}`, [fair * share, other]));
    const [, price] = priced(books, 1 / fair + 1 / other) as readonly number[];
    expect([offered, price]).toEqual([price, offered]);
  });

  test('leaves out a book that is far off, such as one with a misplaced decimal point', () => {
    const usual = [book('a', [2, 3.4, 4]), book('b', [2.02, 3.4, 3.95]), book('c', [1.98, 3.4, 4.05])];
    expect(priced([...usual, book('slip', [20, 3.4, 4])])).toEqual(priced(usual));
  });

  test('keeps a book that differs only on a long shot', () => {
    const books = [book('a', [1.1, 11, 26]), book('b', [1.1, 11, 21]), book('c', [1.1, 11, 34])];
    expect(priced(books)?.[0]).toBe('consensus of 3');
  });

  test('does not exist when only two books are left and far apart', () => {
    expect(priced([book('a', [2, 3.4, 4]), book('b', [4, 3.4, 2])])).toBe('books-disagree');
  });

  test('is as old as the median of its books', () => {
    const books = [book('a', [2, 2], 9), book('b', [2, 2], 5), book('c', [2, 2], 1), book('d', [2, 2], 3)];
    expect(consensusOf(books, undefined)).toMatchObject({ quotedAt: 3 });
  });
});

test('lies between the lowest and the highest probability, and every price is above 1', () => {
  const anyPrice = fc.integer({ min: 102, max: 3_000 }).map((hundredths) => hundredths / 100);
  const anyBook = fc.tuple(anyPrice, anyPrice, anyPrice);
  fc.assert(
    fc.property(fc.array(anyBook, { minLength: 1, maxLength: 12 }), (quotes) => {
      const found = consensusOf(
        quotes.map((prices, at) => book(`b${at}`, prices)),
        undefined,
      );
      if (found === 'books-disagree') return;
      for (const price of found.prices) {
        expect(price.gt(1)).toBe(true);
        expect(price.lte(1_000)).toBe(true);
      }
      expect(found.books).toBeLessThanOrEqual(quotes.length);
    }),
  );
});
