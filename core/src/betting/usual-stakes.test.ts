import { expect, test } from 'vitest';
import { type Cents, cents } from '../money/index.ts';
import { usualStakes } from './usual-stakes.ts';

const limits = { least: cents(10), most: cents(500_000) };
const dollars = (...amounts: readonly number[]): readonly Cents[] => amounts.map((amount) => cents(amount * 100));

test('offers the standard stakes to a person without enough bets', () => {
  expect(usualStakes([], limits)).toEqual(dollars(5, 10, 25, 50));
  expect(usualStakes(dollars(3, 3, 3, 3), limits)).toEqual(dollars(5, 10, 25, 50));
});

test('offers the stakes placed most often, ascending', () => {
  expect(usualStakes(dollars(7, 2, 2, 3, 3, 3, 20, 20, 7, 100), limits)).toEqual(dollars(2, 3, 7, 20));
});

test('of equally frequent stakes offers the latest', () => {
  expect(usualStakes(dollars(6, 5, 4, 3, 2, 1), limits)).toEqual(dollars(3, 4, 5, 6));
});

test('fills free places with standard stakes, the ones above the largest stake last', () => {
  expect(usualStakes(dollars(12, 12, 12, 12, 12), limits)).toEqual(dollars(5, 10, 12, 25));
  expect(usualStakes(dollars(60, 60, 60, 60, 60), limits)).toEqual(dollars(5, 10, 25, 60));
});

test('never offers a stake outside the limits', () => {
  const low = { least: cents(300), most: cents(2_000) };
  expect(usualStakes(dollars(2, 2, 2, 50, 50, 50, 15), low)).toEqual(dollars(5, 10, 15));
  expect(usualStakes([], { least: cents(10), most: cents(700) })).toEqual(dollars(5));
  expect(usualStakes(dollars(9, 9, 9, 9, 9), { least: cents(0), most: cents(0) })).toEqual([]);
});
