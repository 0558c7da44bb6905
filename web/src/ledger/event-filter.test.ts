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

test('a filter survives being written to and read from a URL', () =>
  expect(filterFromSearch(searchFromFilter(whole))).toEqual(whole));
test('ignores invalid fields of a URL and keeps the rest', () =>
  expect(filterFromSearch('minAmount=lots&from=soon&time=never&type=StakeTaken&view=events')).toEqual({
    type: 'StakeTaken',
  }));
test('omits the default time', () => expect(filterFromSearch('time=recorded')).toEqual({}));
test('choosing a time hides no events, every other field does', () => {
  expect(leavesOut({ time: 'effective' })).toBe(false);
  expect(leavesOut({ time: 'effective', cause: 'match:m1' })).toBe(true);
});
