import { setLanguage } from '@touchline/core/language';
import { cents, noMoney } from '@touchline/core/money';
import { expect, onTestFinished, test } from 'vitest';
import { arsenalRow, interRow, marketOf } from './samples.ts';
import {
  depositFor,
  hasFractionOfCent,
  limitProblem,
  limitsText,
  shortOf,
  stakeChips,
  stakeFromText,
  stakeLimits,
} from './stake.ts';

test.each([
  ['10', 1000],
  ['10.5', 1050],
  ['.05', 5],
  ['7.', 700],
  [' 3.30 ', 330],
  ['1e2', 10_000],
  ['2.5E1', 2_500],
  ['12.345', 1_234],
  ['0.009', 0],
  ['1e-400', 0],
  ['1e20', 99_999_999_999_999],
])('a stake of "%s" dollars is %i cents', (text, amount) => {
  expect(stakeFromText(text)).toBe(cents(amount));
});

test.each(['', 'ten', '-5', '1,50', 'NaN', 'Infinity', '1e999', 'e', '.', '0x10'])(
  '"%s" is not an amount and counts as 0',
  (text) => {
    expect(stakeFromText(text)).toBe(cents(0));
  },
);

test.each([
  ['12.345', true],
  ['1e-3', true],
  ['12.340', false],
  ['1e2', false],
  ['ten', false],
])('"%s" has a fraction of a cent: %s', (text, hasPart) => expect(hasFractionOfCent(text)).toBe(hasPart));

const general = {
  minStake: 0.1,
  maxStake: 5_000,
  maxLegs: 20,
  maxPayout: 100_000,
  maxTotalOdds: 10_000,
  inPlayDivisor: 4,
};
const started = { ...interRow, match: { ...interRow.match, commenceTime: '2026-11-21T11:00:00Z' } };

test('before kick-off the general limits apply', () => {
  const limits = stakeLimits(general, marketOf([arsenalRow, interRow]));
  expect(limitsText(limits)).toBe('From $0.10 to $5,000.00; a bet pays at most $100,000.00.');
});

test('with one match in play the lower limits apply', () => {
  const limits = stakeLimits(general, marketOf([arsenalRow, started]));
  expect(limitsText(limits)).toBe('From $0.10 to $1,250.00; a bet pays at most $25,000.00.');
});

test('a stake outside the limits is an error before it is sent', () => {
  const limits = stakeLimits(general, marketOf([arsenalRow]));
  expect([0, 9, 10, 500_000, 500_001].map((stake) => limitProblem(cents(stake), noMoney, limits))).toEqual([
    undefined,
    'The smallest stake is $0.10',
    undefined,
    undefined,
    'The largest stake is $5,000.00',
  ]);
});

test('a payout above the limit is an error before it is sent; in play the limit is lower', () => {
  const problem = (row: typeof interRow) =>
    limitProblem(cents(100_000), cents(2_500_001), stakeLimits(general, marketOf([row])));
  expect(problem(interRow)).toBeUndefined();
  expect(problem(started)).toBe('A bet pays at most $25,000.00. Lower the stake.');
});

test('a bet that the balance and the bonus do not cover needs a deposit of what is missing, at least the minimum', () => {
  const wallet = { balance: 20, bonus: 5.5 };
  expect([2_550, 2_551, 6_000].map((stake) => shortOf(cents(stake), wallet))).toEqual([0, 1, 3_450]);
  expect([1, 1_000, 3_450].map((missing) => depositFor(cents(missing)))).toEqual([1_000, 1_000, 3_450]);
  expect(shortOf(cents(1_000), { balance: -25, bonus: 0 })).toBe(3_500);
});

test("the chips are the bettor's usual stakes and the balance, none above the limits", () => {
  const placed = [750, 750, 750, 2_000, 2_000].map(cents);
  const limits = { least: cents(100), most: cents(4_000), mostPayout: cents(1_000_000) };
  const labels = stakeChips(placed, limits, 70).map(({ label, amount }) => `${label}=${amount}`);
  expect(labels).toEqual(['$5=500', '$7.50=750', '$10=1000', '$20=2000', 'Max=4000']);
  expect(stakeChips([]).map(({ label }) => label)).toEqual(['$5', '$10', '$25', '$50']);
  expect(stakeChips([], limits, -25).at(-1)).toEqual({ label: 'Max', amount: -2_500 });
});

test.each([
  ['12,50', 1_250],
  ['1.234,5', 123_450],
  ['1.000', 100_000],
  ['7.5', 750],
  ['7,', 700],
  ['1,2,3', 0],
])('in German, %s is typed as %i cents', (text, stake) => {
  setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  expect(stakeFromText(text)).toBe(stake);
});
test('in English, a comma is no decimal point', () => expect(stakeFromText('12,50')).toBe(0));
