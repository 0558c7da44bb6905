import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { hasFractionOfCent, stakeFromText } from './stake.ts';

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
