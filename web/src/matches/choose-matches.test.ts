import { instant } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { matchRowOf, playing } from '../testing/match-rows.ts';
import { chooseMatches, everyMatch, nextUp } from './choose-matches.ts';

// A Friday in the local time zone.
const now = instant(new Date(2026, 10, 20, 19, 0).getTime());
const at = (day: number, hour: number, minute = 0): string => new Date(2026, 10, day, hour, minute).toISOString();
const match = (id: string, commenceTime: string, different = {}) =>
  matchRowOf({ id, match: playing(id, 'Visitors', commenceTime), ...different });

const rows = [
  match('next friday', at(27, 20)),
  match('tomorrow', at(21, 15), { league: { key: 'soccer_italy_serie_a', title: 'Serie A' } }),
  match('sunday', at(22, 15)),
  match('tonight', at(20, 21)),
  match('in play', at(20, 18)),
  match('just over', at(20, 17, 10), { status: 'finished', score: { home: 1, away: 0 } }),
  match('long over', at(20, 12)),
  match('no date', 'soon'),
];
const chosen = (filter: Partial<typeof everyMatch>) =>
  chooseMatches(rows, { ...everyMatch, ...filter }, now).map((row) => row.id);

test('sorts live matches first, then by kick-off, matches without a date last', () =>
  expect(chosen({})).toEqual([
    'in play',
    'long over',
    'just over',
    'tonight',
    'tomorrow',
    'sunday',
    'next friday',
    'no date',
  ]));
test('the Live tab has matches that kicked off less than two hours ago, finished ones too', () =>
  expect(chosen({ tab: 'live' })).toEqual(['in play', 'just over']));
test('the Upcoming tab has matches that have not kicked off', () =>
  expect(chosen({ tab: 'upcoming' })).toEqual(['tonight', 'tomorrow', 'sunday', 'next friday']));
test('filters by league', () => expect(chosen({ league: 'soccer_italy_serie_a' })).toEqual(['tomorrow']));
test('Today and Tomorrow follow the local calendar', () => {
  expect(chosen({ date: 'today' })).toEqual(['in play', 'long over', 'just over', 'tonight']);
  expect(chosen({ date: 'tomorrow' })).toEqual(['tomorrow']);
});
test('This Week ends on Saturday', () =>
  expect(chosen({ date: 'week', tab: 'upcoming' })).toEqual(['tonight', 'tomorrow']));
test('on a Saturday, This Week is that day alone', () => {
  const saturday = instant(new Date(2026, 10, 21, 9, 0).getTime());
  expect(chooseMatches(rows, { ...everyMatch, date: 'week' }, saturday).map((row) => row.id)).toEqual(['tomorrow']);
});
test('Home shows the next ten matches', () => {
  const many = Array.from({ length: 14 }, (_, index) => match(`m${index}`, at(21, 20 - index)));
  expect(nextUp([...many, ...rows.slice(3, 6)], now).map((row) => row.id)).toEqual([
    'tonight',
    ...Array.from({ length: 9 }, (_, index) => `m${13 - index}`),
  ]);
});
