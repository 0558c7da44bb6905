import { expect, test } from 'vitest';
import { filterFrom, queryOf } from './match-filter.ts';

test('a filter that is written into the address is read from it again', () => {
  const filter = { tab: 'live', league: 'soccer_epl', date: 'week' } as const;
  expect(filterFrom(queryOf(filter))).toEqual(filter);
  expect(queryOf(filter).toString()).toBe('tab=live&league=soccer_epl&date=week');
});
test('the plain list has the plain address', () =>
  expect(queryOf({ tab: 'all', league: 'all', date: 'all' }).toString()).toBe(''));
test('what the address does not know counts as everything', () =>
  expect(filterFrom(new URLSearchParams('tab=dead&league=soccer_moon&date=never'))).toEqual({
    tab: 'all',
    league: 'all',
    date: 'all',
  }));
