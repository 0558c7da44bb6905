import { expect, test } from 'vitest';
import { onLadder } from './ladder.ts';

test.each([
  [1.009, 1],
  [1.019, 1.01],
  [1.99, 1.99],
  [2.029, 2.02],
  [3.04, 3],
  [3.05, 3.05],
  [5.99, 5.9],
  [9.99, 9.8],
  [12.3, 12],
  [29.99, 29],
  [41.37, 40],
  [99, 95],
  [1_000, 1_000],
])('a price of %f becomes %f on the ladder', (price, expected) => {
  expect(onLadder(price)).toBe(expected);
});

test('a price on the ladder stays as it is', () => {
  const prices = Array.from({ length: 100_000 }, (_, hundredths) => onLadder(1 + hundredths / 100));
  expect(prices.filter((price) => onLadder(price) !== price)).toEqual([]);
});
