import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { stakeFromText } from './stake.ts';

test.each([
  ['10', 1000],
  ['10.5', 1050],
  ['.05', 5],
  ['7.', 700],
  [' 3.30 ', 330],
])('a stake of "%s" dollars is %i cents', (text, amount) => {
  expect(stakeFromText(text)).toBe(cents(amount));
});

test.each(['', 'ten', '-5', '1e3', '10.555', '1,50', 'NaN', 'Infinity'])(
  '"%s" is no amount and counts as 0',
  (text) => {
    expect(stakeFromText(text)).toBe(cents(0));
  },
);
