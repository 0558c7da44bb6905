import { expect, test } from 'vitest';
import { deposited, staked, won } from './samples.ts';
import { lastBy, stepsOf } from './wallet-steps.ts';

const events = [deposited, staked, won];

test('in recorded order, balances are the stored ones', () =>
  expect(stepsOf(events, 'recorded').map(({ event, balances }) => [event.version, balances])).toEqual([
    [1, deposited.balances],
    [2, staked.balances],
    [3, won.balances],
  ]));
test('in effective order, balances are summed again', () =>
  expect(stepsOf(events, 'effective').map(({ event, balances }) => [event.version, balances])).toEqual([
    [1, { cash: 100, held: 0, bonus: 0, staked: 0 }],
    [3, { cash: 121, held: 0, bonus: 0, staked: -10 }],
    [2, { cash: 111, held: 0, bonus: 0, staked: 0 }],
  ]));
test('both orders end with the same balances, even without earlier events', () => {
  const later = [staked, won];
  expect(stepsOf(later, 'effective').at(-1)?.balances).toEqual(stepsOf(later, 'recorded').at(-1)?.balances);
});
test('compares times to the microsecond', () => {
  const steps = stepsOf(events, 'recorded');
  expect(lastBy(steps, 'recorded', '2026-11-20T14:03:00Z')).toBe(0);
  expect(lastBy(steps, 'recorded', '2026-11-20T14:03:00.000001Z')).toBe(1);
  expect(lastBy(steps, 'recorded', '2026-11-20T13:00:00Z')).toBe(-1);
});
