import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import { feedState, leagues } from '@touchline/core/matches';
import { listOpenMatches, readFeeds } from '@touchline/store/matches';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedProblem, OddsApi } from '../provider/odds-api.ts';
import { createRefreshOdds } from './refresh-odds.ts';

const base = seconds(40);
const start = Date.parse('2026-11-21T12:00:00Z');
let database: TestDatabase;
let clock = instant(start);
let asked: string[] = [];
let fixtures: Record<string, readonly unknown[]> = {};
let trouble: Record<string, FeedProblem> = {};
let events: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  clock = instant(start);
  [asked, fixtures, trouble, events] = [[], {}, {}, []];
});
afterEach(() => database.close());

/** The provider as this test has it. */
const answer = (what: string) => async (leagueKey: string) => {
  asked.push(`${what} ${leagueKey}`);
  const refusal = trouble[leagueKey] ?? trouble['all'];
  if (refusal) return { ok: false, refusal } as const;
  return { ok: true, value: { body: fixtures[leagueKey] ?? [], quota: { remaining: 100, last: 2 } } } as const;
};
const api: OddsApi = { name: 'p', odds: answer('odds'), events: answer('events'), scores: answer('scores') };
const note = (_: object, event: string) => events.push(event);
const worker = () =>
  createRefreshOdds({
    db: database.db,
    api,
    log: { info: () => {}, warn: note, error: note },
    now: () => clock,
    chance: () => 1,
    baseMs: base,
    bookmakers: ['bet365'],
  });

const quoted = (kickoffMs: number, home = 2) => ({
  id: `match${kickoffMs}`,
  sport_key: 'soccer_epl',
  commence_time: new Date(start + kickoffMs).toISOString(),
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  bookmakers: [
    {
      key: 'bet365',
      markets: [
        {
          key: 'h2h',
          last_update: new Date(start).toISOString(),
          outcomes: [
            { name: 'Draw', price: 3 },
            { name: 'Arsenal', price: home },
            { name: 'Chelsea', price: 4 },
          ],
        },
      ],
    },
  ],
});
const askedFor = (league: string) => asked.filter((question) => question.endsWith(league));
const feedOf = async (league: string) => (await readFeeds(database.db)).find((feed) => feed.leagueKey === league);
const tickAfter = async (tick: () => Promise<void>, ms: number) => {
  clock = instant(clock + ms);
  asked = [];
  await tick();
};

describe('the tick of the odds feed', () => {
  test('sweeps all leagues at first, stores what is quoted and notes when it was confirmed', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    await worker()();
    expect(asked.toSorted()).toEqual(leagues.map(({ key }) => `odds ${key}`).toSorted());
    expect((await listOpenMatches(database.db)).map((record) => record.providerEventId)).toEqual(['match1800000']);
    expect(await feedOf('soccer_epl')).toEqual({
      leagueKey: 'soccer_epl',
      state: 'ok',
      confirmedAt: start,
      everyMs: base,
      triedAt: start,
      problem: null,
    });
  });

  test('asks a league about to kick off at every tick, one tomorrow seldom, and one without matches for fixtures only', async () => {
    const tick = worker();
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    fixtures['soccer_italy_serie_a'] = [{ ...quoted(hours(20)), sport_key: 'soccer_italy_serie_a' }];
    await tick();
    await tickAfter(tick, base);
    expect(asked).toEqual(['odds soccer_epl']);
    await tickAfter(tick, minutes(10) - base);
    expect([askedFor('soccer_italy_serie_a'), askedFor('soccer_spain_la_liga')]).toEqual([
      ['odds soccer_italy_serie_a'],
      ['events soccer_spain_la_liga'],
    ]);
  });

  test('a quick restart asks nothing twice; after a gap everything is asked', async () => {
    fixtures['soccer_epl'] = [quoted(hours(20))];
    await worker()();
    await tickAfter(worker(), seconds(5));
    expect(asked).toEqual([]);
    await tickAfter(worker(), hours(1));
    expect(askedFor('soccer_epl')).toEqual(['odds soccer_epl']);
  });

  test('events that cannot be offered are told once each, and the others are stored', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30)), { ...quoted(minutes(40)), bookmakers: [] }, 'nonsense'];
    const tick = worker();
    await tick();
    await tickAfter(tick, base);
    expect(events).toEqual(['an event is not offered', 'an event is not offered']);
    expect(await listOpenMatches(database.db)).toHaveLength(1);
  });
});

describe('when the provider does not answer', () => {
  test('one league that fails leaves the others alone, is left alone longer each time, and is down at the third failure', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    trouble['soccer_epl'] = { kind: 'failing', words: '503' };
    const states: unknown[] = [];
    for (const wait of [base, base, 2 * base]) {
      await tickAfter(tick, wait);
      states.push((await feedOf('soccer_epl'))?.state);
    }
    expect(states).toEqual(['ok', 'ok', 'down']);
    expect(await feedOf('soccer_epl')).toMatchObject({ confirmedAt: start, problem: '503' });
    await tickAfter(tick, base);
    expect(askedFor('soccer_epl')).toEqual([]);
    trouble = {};
    await tickAfter(tick, 3 * base);
    expect(await feedOf('soccer_epl')).toMatchObject({ state: 'ok', confirmedAt: clock, problem: null });
  });

  test('a refused key closes the prices of all leagues at once; one question later learns whether it still stands', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    trouble['all'] = { kind: 'refused-us', words: '401 OUT_OF_USAGE_CREDITS' };
    await tickAfter(tick, base);
    const feeds = await readFeeds(database.db);
    expect(feeds.map((feed) => feedState(feed, clock))).toEqual(leagues.map(() => 'down'));
    expect(events).toContain('the odds provider refuses our key or has no credits left: all prices are closed');
    await tickAfter(tick, base);
    expect(asked).toEqual([]);
    await tickAfter(tick, minutes(10));
    expect(asked).toHaveLength(1);
    trouble = {};
    await tickAfter(tick, minutes(10));
    expect(asked).toHaveLength(leagues.length);
    expect(feedState(await feedOf('soccer_epl'), clock)).toBe('ok');
  });

  test('a league that is not offered is left alone for an hour', async () => {
    trouble['soccer_uefa_nations_league'] = { kind: 'no-such-league', words: '404 UNKNOWN_SPORT' };
    const tick = worker();
    await tick();
    await tickAfter(tick, minutes(59));
    expect(askedFor('soccer_uefa_nations_league')).toEqual([]);
    await tickAfter(tick, minutes(1));
    expect(askedFor('soccer_uefa_nations_league')).toEqual(['odds soccer_uefa_nations_league']);
  });

  test('an answer that is no list suspends nothing: it counts as no answer', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    fixtures['soccer_epl'] = { message: 'maintenance' } as never;
    await tickAfter(tick, base);
    const [record] = await listOpenMatches(database.db);
    expect(record?.match.markets.h2h?.state).toBe('open');
    expect(await feedOf('soccer_epl')).toMatchObject({
      confirmedAt: start,
      problem: 'the answer is no list of events',
    });
  });
});
