import { expect, test } from 'vitest';
import { filterFrom, queryOf } from './match-filter.ts';

test('a filter survives being written to and read from the URL', () => {
  const filter = { tab: 'live', league: 'soccer_epl', date: 'week' } as const;
  expect(filterFrom(queryOf(filter))).toEqual(filter);
  expect(queryOf(filter).toString()).toBe('tab=live&league=soccer_epl&date=week');
});
test('the default filter has no query', () =>
  expect(queryOf({ tab: 'all', league: 'all', date: 'all' }).toString()).toBe(''));
test('unknown values mean no filter', () =>
  expect(filterFrom(new URLSearchParams('tab=dead&league=soccer_moon&date=never'))).toEqual({
    tab: 'all',
    league: 'all',
    date: 'all',
  }));
