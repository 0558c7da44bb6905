import { type Instant, instant, seconds } from '@touchline/core/instant';
import type { LeagueFeed } from '@touchline/core/matches';
import { expect, test } from 'vitest';
import { feedProblem, feedStatus } from './feed-status.ts';

const now = instant(1_000_000);
const feed = (leagueKey: string, confirmedAt: Instant | null, state: 'ok' | 'down' = 'ok'): LeagueFeed => ({
  leagueKey,
  state,
  confirmedAt,
  everyMs: seconds(10),
});
const fresh = now;
const old = instant(now - seconds(31));
const nothingOffered = new Set<string>();

test('one league whose prices are confirmed keeps the feed ok; the others are named', () => {
  const feeds = [
    feed('soccer_epl', fresh),
    feed('soccer_spain_la_liga', old),
    feed('soccer_italy_serie_a', fresh, 'down'),
  ];
  expect(feedStatus(feeds, nothingOffered, now)).toEqual({
    feed: 'ok',
    stale: ['soccer_spain_la_liga', 'soccer_italy_serie_a'],
  });
});

test('without any, the feed is stale as long as one was only missed, and down otherwise', () => {
  const missed = [feed('soccer_epl', old), feed('soccer_italy_serie_a', fresh, 'down')];
  expect(feedStatus(missed, nothingOffered, now).feed).toBe('stale');
  expect(feedStatus(missed.slice(1), nothingOffered, now).feed).toBe('down');
  expect(feedStatus([], nothingOffered, now)).toEqual({ feed: 'down', stale: [] });
});

test('a league with matches on offer that nobody polls is not confirmed', () => {
  expect(feedStatus([feed('soccer_epl', fresh)], new Set(['soccer_uefa_champs_league']), now)).toEqual({
    feed: 'ok',
    stale: ['soccer_uefa_champs_league'],
  });
});

test('who looks after the product reads what is wrong', () => {
  expect(feedProblem({ feed: 'ok', stale: ['soccer_epl'] })).toBeUndefined();
  expect(feedProblem({ feed: 'stale', stale: ['soccer_epl'] })).toBe(
    'Prices are getting old. Not confirmed: soccer_epl.',
  );
  expect(feedProblem({ feed: 'down', stale: [] })).toBe('The odds feed is down. No prices have been received yet.');
});
