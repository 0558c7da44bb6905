import { expect, test } from 'vitest';
import { filterFromSearch, leavesOut, searchFromFilter } from './event-filter.ts';

const whole = {
  type: 'StakeTaken',
  wallet: 'w1',
  minAmount: 5,
  maxAmount: 20.5,
  time: 'effective',
  from: '2026-11-20T14:00:00Z',
  to: '2026-11-21T14:00:00Z',
  cause: 'match:m1',
} as const;

test('a filter survives the way through an address', () =>
  expect(filterFromSearch(searchFromFilter(whole))).toEqual(whole));
test('what makes no sense in an address is left out, and the rest counts', () =>
  expect(filterFromSearch('minAmount=lots&from=soon&time=never&type=StakeTaken&view=events')).toEqual({
    type: 'StakeTaken',
  }));
test('the usual time needs no mention', () => expect(filterFromSearch('time=recorded')).toEqual({}));
test('which time is shown leaves no event out, anything else does', () => {
  expect(leavesOut({ time: 'effective' })).toBe(false);
  expect(leavesOut({ time: 'effective', cause: 'match:m1' })).toBe(true);
});
