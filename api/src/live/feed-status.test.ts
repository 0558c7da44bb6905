import { inLanguage } from '@touchline/core/catalogues';
import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { leagues } from '@touchline/core/matches';
import { describe, expect, test } from 'vitest';
import { creditsText, feedProblem, feedStatus, type TriedFeed } from './feed-status.ts';

const now = instant(hours(1_000));
const feed = (leagueKey: string, confirmedAt: Instant | null, state: 'ok' | 'down' = 'ok'): TriedFeed => ({
  leagueKey,
  state,
  confirmedAt,
  everyMs: seconds(10),
  triedAt: now,
  problem: null,
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
    confirmed: { soccer_epl: fresh, soccer_spain_la_liga: old, soccer_italy_serie_a: fresh },
  });
});

test('with none confirmed, the feed is stale while a league only missed polls, and down otherwise', () => {
  const missed = [feed('soccer_epl', old), feed('soccer_italy_serie_a', fresh, 'down')];
  expect(feedStatus(missed, nothingOffered, now).feed).toBe('stale');
  expect(feedStatus(missed.slice(1), nothingOffered, now).feed).toBe('down');
  expect(feedStatus([], nothingOffered, now)).toEqual({ feed: 'down', stale: [], confirmed: {} });
});

test('a league with matches on offer that is not polled is not confirmed', () => {
  expect(feedStatus([feed('soccer_epl', fresh)], new Set(['soccer_uefa_champs_league']), now)).toEqual({
    feed: 'ok',
    stale: ['soccer_uefa_champs_league'],
    confirmed: { soccer_epl: fresh },
  });
});

describe('the summer break', () => {
  const outOfSeason = (triedMs: number, problem = '404 UNKNOWN_SPORT') =>
    leagues.map(({ key }) => ({
      ...feed(key, instant(now - hours(500)), 'down'),
      triedAt: instant(now - triedMs),
      problem,
    }));
  const statusOf = (feeds: readonly TriedFeed[], offered: ReadonlySet<string> = nothingOffered) => {
    const { feed: state, stale } = feedStatus(feeds, offered, now);
    return [state, stale, feedProblem({ feed: state, stale }, feeds, now)];
  };

  test('is not an outage: the provider offers no league, and no match waits for prices', () => {
    expect(statusOf(outOfSeason(minutes(59)))).toEqual(['ok', [], undefined]);
    expect(statusOf([feed('soccer_epl', fresh), ...outOfSeason(minutes(59)).slice(1)])).toEqual(['ok', [], undefined]);
  });
  test('does not hide a league with matches on offer, a failing provider or its wrong address', () => {
    const offered = new Set(['soccer_epl']);
    expect(statusOf(outOfSeason(minutes(59)), offered).slice(0, 2)).toEqual(['down', ['soccer_epl']]);
    for (const feeds of [outOfSeason(0, '503'), outOfSeason(0, '404'), outOfSeason(hours(3))])
      expect(statusOf(feeds).slice(0, 2)).toEqual(['down', leagues.map(({ key }) => key)]);
  });
});

test('operators see what is wrong', () => {
  const problem = (feed: 'ok' | 'stale' | 'down', stale: string[]) => feedProblem({ feed, stale }, [], now);
  expect(problem('ok', ['soccer_epl'])).toBeUndefined();
  expect(problem('stale', ['soccer_epl'])).toBe('Prices are getting old. Not confirmed: soccer_epl.');
  expect(problem('down', [])).toBe('The odds feed is down. No prices have been received yet.');
});

describe('a provider that fell silent', () => {
  const tried = (confirmedMs: number, but: Partial<TriedFeed> = {}): TriedFeed => ({
    ...feed('soccer_epl', instant(now - confirmedMs)),
    triedAt: instant(now - 1),
    problem: '500',
    ...but,
  });
  const seldom = {
    ...feed('soccer_italy_serie_a', instant(now - minutes(9))),
    everyMs: minutes(10),
    triedAt: now,
    problem: null,
  };
  const problemOf = (...feeds: TriedFeed[]) => feedProblem({ feed: 'ok', stale: ['soccer_epl'] }, feeds, now);

  test('is reported although rarely polled leagues are still confirmed', () => {
    expect(problemOf(tried(seconds(31)), seldom)).toBe(
      'The odds provider does not answer: 500. Not confirmed: soccer_epl.',
    );
  });
  test('is not reported while prices may still be bet on, or once it has confirmed any league since', () => {
    expect(problemOf(tried(seconds(30)), seldom)).toBeUndefined();
    expect(problemOf(tried(seconds(31)), { ...seldom, confirmedAt: now })).toBeUndefined();
  });
  test('is not concluded from a league that it does not offer', () => {
    expect(problemOf(tried(seconds(31), { problem: '404 UNKNOWN_SPORT' }), seldom)).toBeUndefined();
  });
  test('is reported in the language of the admin', () => {
    expect(inLanguage('de', () => problemOf(tried(seconds(31)), seldom))).toBe(
      'Der Quotenanbieter antwortet nicht: 500. Nicht bestätigt: soccer_epl.',
    );
  });
  test('is quoted when all prices are down', () => {
    expect(feedProblem({ feed: 'down', stale: ['soccer_epl'] }, [tried(seconds(31))], now)).toBe(
      "The odds feed is down. Not confirmed: soccer_epl. The provider's last answer: 500.",
    );
  });
});

test('shows credits with their forecast', () => {
  const quota = {
    remaining: 480,
    used: 20,
    last: 2,
    reportedAt: now,
    budget: 500,
    forecast: 450,
    inPlayStretch: 1,
    skipped: [],
  };
  expect(creditsText(quota)).toBe('480 left, 20 used this month, 450 of a budget of 500 expected by its end.');
  expect(creditsText({ ...quota, budget: null, forecast: null })).toBe('480 left, 20 used this month.');
  expect(creditsText(undefined)).toBe('The odds provider has not reported its credits yet.');
});
