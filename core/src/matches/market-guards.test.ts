import { describe, expect, test } from 'vitest';
import { hours, minutes } from '../instant.ts';
import { Decimal } from '../money/index.ts';
import { afterNow, beforeNow, sampleNow } from '../testing/sample-match.ts';
import { confirmedAtOf, isLagging, isMarketStale } from './market-freshness.ts';
import { isPriceJump } from './price-jump.ts';

const prices = (...list: number[]) => list.map((price) => new Decimal(price));

describe('a price jump', () => {
  test.each([
    ['none at all', [2, 3.5, 4], [2, 3.5, 4], false],
    ['a bigger margin on the same chances', [2, 3.5, 4], [1.9, 3.325, 3.8], false],
    ['exactly a fifth of a probability', [2, 2], [1 / 0.6, 1 / 0.4], false],
    ['a little more than a fifth', [2, 2], [1 / 0.601, 1 / 0.399], true],
    ['a goal', [2, 3.5, 4], [1.3, 5, 11], true],
    ['an outsider alone', [1.2, 7, 15], [1.2, 7, 10], true],
  ] as const)('%s', (_, before, after, expected) => {
    expect(isPriceJump(prices(...before), prices(...after))).toBe(expected);
  });
});

describe('a market that lags behind its league', () => {
  const upcoming = { kickoffAt: afterNow(hours(1)) };
  const live = { kickoffAt: sampleNow };

  test.each([
    ['ten minutes before kick-off', upcoming, minutes(10)],
    ['two minutes in play', live, minutes(2)],
  ])('may be bet on for %s', (_, match, limitMs) => {
    expect(isMarketStale({ confirmedAt: beforeNow(limitMs) }, match, sampleNow)).toBe(false);
    expect(isMarketStale({ confirmedAt: beforeNow(limitMs + 1) }, match, sampleNow)).toBe(true);
    expect(isLagging(beforeNow(limitMs / 4), match, sampleNow)).toBe(false);
    expect(isLagging(beforeNow(limitMs / 4 + 1), match, sampleNow)).toBe(true);
  });

  test("is as old as its own confirmation; any other as its league's latest response", () => {
    expect(isMarketStale({}, live, sampleNow)).toBe(false);
    expect(confirmedAtOf({ confirmedAt: beforeNow(9) }, { confirmedAt: beforeNow(1) })).toBe(beforeNow(9));
    expect(confirmedAtOf({}, { confirmedAt: beforeNow(1) })).toBe(beforeNow(1));
    expect(confirmedAtOf({}, undefined)).toBeNull();
  });
});
