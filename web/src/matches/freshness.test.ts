import { instant, minutes } from '@touchline/core/instant';
import { describe, expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import { confirmedTime, isTooOld, olderTime } from './freshness.ts';

const kickoff = Date.parse('2026-11-20T20:00:00Z');
const confirmedAt = '2026-11-20T19:30:00.000Z';
const row = matchRowOf({ notes: { h2h: { confirmedAt } } });
const since = (ms: number) => instant(Date.parse(confirmedAt) + ms);

describe('a market that lags behind its league', () => {
  test('is too old exactly when a bet would be refused', () => {
    expect(isTooOld(row, 'h2h', since(minutes(10)))).toBe(false);
    expect(isTooOld(row, 'h2h', since(minutes(10) + 1))).toBe(true);
  });
  test('is too old sooner in play', () => {
    const inPlay = matchRowOf({ notes: { h2h: { confirmedAt: new Date(kickoff).toISOString() } } });
    expect(isTooOld(inPlay, 'h2h', instant(kickoff + minutes(2)))).toBe(false);
    expect(isTooOld(inPlay, 'h2h', instant(kickoff + minutes(2) + 1))).toBe(true);
  });
  test('leaves the other market unaffected', () => expect(isTooOld(row, 'totals', since(minutes(30)))).toBe(false));
});

test('the confirmation is the market’s own, else its league’s, else the time of its quote', () => {
  const league = Date.parse('2026-11-20T19:45:00Z');
  expect(confirmedTime(row, 'h2h', league)).toBe(confirmedAt);
  expect(confirmedTime(row, 'totals', league)).toBe('2026-11-20T19:45:00.000Z');
  expect(confirmedTime(row, 'totals', undefined)).toBe(row.quotedAt);
});

test('the earlier confirmation wins, and none at all is earliest', () => {
  expect(olderTime(confirmedAt, '2026-11-20T19:45:00.000Z')).toBe(confirmedAt);
  expect(olderTime(confirmedAt, null)).toBeNull();
});
