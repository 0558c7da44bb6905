import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { arsenalRow, interRow, marketOf } from './samples.ts';
import { limitProblem, limitsText, stakeLimits } from './stake-limits.ts';

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
  expect([0, 9, 10, 500_000, 500_001].map((stake) => limitProblem(cents(stake), limits))).toEqual([
    undefined,
    'The smallest stake is $0.10',
    undefined,
    undefined,
    'The largest stake is $5,000.00',
  ]);
});
