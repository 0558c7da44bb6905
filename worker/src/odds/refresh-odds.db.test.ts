import { defaultLimits } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import { feedState, leagues } from '@touchline/core/matches';
import { followDatabaseClock } from '@touchline/store/database-clock';
import type { StoredEmail } from '@touchline/store/emails';
import {
  listOpenIncidents,
  listOpenMatches,
  listOpenReviews,
  openIncident,
  readFeeds,
  readQuota,
  saveFeed,
} from '@touchline/store/matches';
import { createPlayer, createTestDatabase, emptyTestDatabase, homeWins } from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedProblem, OddsProvider, Quota } from '../provider/odds-api.ts';
import { createRefreshOdds, type RefreshOddsDeps } from './refresh-odds.ts';

const base = seconds(40);
const start = Date.parse('2026-11-21T12:00:00Z');
let clock = instant(start);
let requests: string[] = [];
let fixtures: Record<string, readonly unknown[]> = {};
let trouble: Record<string, FeedProblem> = {};
let events: string[] = [];
let alerts: StoredEmail[] = [];
let announced: Promise<readonly string[]>[] = [];
let quota: Quota = { remaining: 100, used: 10, last: 2 };
let receivedAt = instant(start);
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  clock = instant(start);
  receivedAt = clock;
  [requests, fixtures, trouble, events, alerts, announced] = [[], {}, {}, [], [], []];
  quota = { remaining: 100, used: 10, last: 2 };
});

const answer = (what: string) => async (leagueKey: string) => {
  requests.push(`${what} ${leagueKey}`);
  const refusal = trouble[leagueKey] ?? trouble['all'];
  if (refusal) return { ok: false, refusal } as const;
  receivedAt = clock;
  return { ok: true, value: { body: fixtures[leagueKey] ?? [], quota } } as const;
};
const sports = answer('sports');
const api: OddsProvider = {
  name: 'p',
  odds: answer('odds'),
  eventOdds: answer('event-odds'),
  events: answer('events'),
  scores: answer('scores'),
  sports: () => sports('all'),
  quota: () => ({ ...quota, receivedAt }),
};
const note = (_: object, event: string) => events.push(event);
const worker = (but: Partial<RefreshOddsDeps> = {}) =>
  createRefreshOdds({
    db: database.worker.db,
    api,
    log: { info: () => {}, warn: note, error: note },
    now: () => clock,
    chance: () => 1,
    baseMs: base,
    rules: { bookmakers: ['bet365'] },
    graceMs: seconds(10),
    budget: null,
    pollCost: 4,
    queueEmail: (email) => void alerts.push(email),
    announceMarket: (matchId) => announced.push(reviewsOf(matchId)),
    ...but,
  });

/** The open reviews of a match, as others can read them. */
const reviewsOf = async (matchId: MatchId) =>
  (await listOpenReviews(database.db)).filter((review) => review.matchId === matchId).map(({ kind }) => kind);

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
          last_update: new Date(clock).toISOString(),
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
const requestsFor = (league: string) => requests.filter((request) => request.endsWith(league));
const feedOf = async (league: string) => (await readFeeds(database.db)).find((feed) => feed.leagueKey === league);
const tickAfter = async (tick: () => Promise<void>, ms: number) => {
  clock = instant(clock + ms);
  requests = [];
  await tick();
};

describe('the tick of the odds feed', () => {
  test('polls all leagues first, stores the quotes and records when they were confirmed', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    await worker()();
    expect(requests.toSorted()).toEqual(leagues.map(({ key }) => `odds ${key}`).toSorted());
    expect((await listOpenMatches(database.db)).map((record) => record.providerEventId)).toEqual(['match1800000']);
    expect(await feedOf('soccer_epl')).toEqual({
      leagueKey: 'soccer_epl',
      state: 'ok',
      confirmedAt: start,
      everyMs: base,
      triedAt: start,
      problem: null,
      staleAfterMs: 2 * base + seconds(10),
    });
  });

  test('polls a league near kick-off at every tick, one tomorrow rarely, and one without matches for fixtures only', async () => {
    const tick = worker();
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    fixtures['soccer_italy_serie_a'] = [{ ...quoted(hours(20)), sport_key: 'soccer_italy_serie_a' }];
    await tick();
    await tickAfter(tick, base);
    expect(requests).toEqual(['odds soccer_epl']);
    await tickAfter(tick, minutes(10) - base);
    expect([requestsFor('soccer_italy_serie_a'), requestsFor('soccer_spain_la_liga')]).toEqual([
      ['odds soccer_italy_serie_a'],
      ['events soccer_spain_la_liga'],
    ]);
  });

  test('a quick restart polls nothing twice; after a gap everything is polled', async () => {
    fixtures['soccer_epl'] = [quoted(hours(20))];
    await worker()();
    await tickAfter(worker(), seconds(5));
    expect(requests).toEqual([]);
    await tickAfter(worker(), hours(1));
    expect(requestsFor('soccer_epl')).toEqual(['odds soccer_epl']);
  });

  test('logs each rejected event once and stores the others', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30)), { ...quoted(minutes(40)), bookmakers: [] }, 'nonsense'];
    const tick = worker();
    await tick();
    await tickAfter(tick, base);
    expect(events).toEqual(['event not offered', 'event not offered']);
    expect(await listOpenMatches(database.db)).toHaveLength(1);
  });
});

describe('when the provider does not answer', () => {
  test('one failing league does not affect the others, backs off longer each time, and is down at the third failure', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    trouble['soccer_epl'] = { kind: 'failing', message: '503' };
    const states: unknown[] = [];
    for (const wait of [base, base, 2 * base]) {
      await tickAfter(tick, wait);
      states.push((await feedOf('soccer_epl'))?.state);
    }
    expect(states).toEqual(['ok', 'ok', 'down']);
    expect(await feedOf('soccer_epl')).toMatchObject({ confirmedAt: start, problem: '503' });
    await tickAfter(tick, base);
    expect(requestsFor('soccer_epl')).toEqual([]);
    trouble = {};
    await tickAfter(tick, 3 * base);
    expect(await feedOf('soccer_epl')).toMatchObject({ state: 'ok', confirmedAt: clock, problem: null });
  });

  test('a refused key closes the prices of all leagues at once and emails the operator once', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    trouble['all'] = { kind: 'refused-us', message: '401 OUT_OF_USAGE_CREDITS' };
    await tickAfter(tick, base);
    const feeds = await readFeeds(database.db);
    expect(feeds.map((feed) => feedState(feed, clock))).toEqual(leagues.map(() => 'down'));
    expect(events).toEqual(['odds provider refuses our key or has no credits left: all prices closed']);
    const [incident] = await listOpenIncidents(database.db, 'p');
    expect(incident).toMatchObject({ kind: 'refused-us', problem: '401 OUT_OF_USAGE_CREDITS', openedAt: clock });
    await tickAfter(tick, hours(1));
    expect(alerts.map(({ job }) => job)).toEqual([{ kind: 'feed-incident', incidentId: incident?.id }]);
    expect(events).toHaveLength(1);
  });

  test('a refusal that the request for scores met first sends one email', async () => {
    const problem = '401 OUT_OF_USAGE_CREDITS';
    await openIncident(database.db, { provider: 'p', kind: 'refused-us', problem, openedAt: clock });
    trouble['all'] = { kind: 'refused-us', message: problem };
    for (const tick of [worker(), worker()]) await tickAfter(tick, base);
    expect(alerts).toEqual([]);
    expect(await database.db.selectFrom('letters').select('job').execute()).toHaveLength(1);
  });

  test('then a free request checks whether access is restored, and polling resumes automatically', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    trouble['all'] = { kind: 'refused-us', message: '401 INVALID_KEY' };
    await tickAfter(tick, base);
    await tickAfter(tick, base - 1);
    expect(requests).toEqual([]);
    await tickAfter(tick, 1);
    expect(requests).toEqual(['sports all']);
    trouble = {};
    await tickAfter(tick, minutes(5));
    expect([requests[0], requests.length]).toEqual(['sports all', 1 + leagues.length]);
    expect(feedState(await feedOf('soccer_epl'), clock)).toBe('ok');
    expect(await listOpenIncidents(database.db, 'p')).toEqual([]);
  });

  test('a worker that starts during the pause sends no paid request either; without credits the free response is not enough', async () => {
    trouble['all'] = { kind: 'refused-us', message: '401 OUT_OF_USAGE_CREDITS' };
    await worker()();
    trouble = {};
    quota = { remaining: 0, used: 500, last: 0 };
    const restarted = worker();
    await tickAfter(restarted, base);
    expect(requests).toEqual(['sports all']);
    quota = { remaining: 500, used: 0, last: 0 };
    await tickAfter(restarted, minutes(5));
    expect(requests).toHaveLength(1 + leagues.length);
  });

  test('an invalid request emails the operator once, until that league answers', async () => {
    trouble['soccer_epl'] = { kind: 'wrong-question', message: '422 INVALID_MARKET' };
    const tick = worker();
    await tick();
    for (const _ of [1, 2, 3]) await tickAfter(tick, minutes(20));
    expect(alerts).toHaveLength(1);
    expect(await listOpenIncidents(database.db, 'p')).toMatchObject([{ problem: 'soccer_epl: 422 INVALID_MARKET' }]);
    trouble = {};
    await tickAfter(tick, minutes(20));
    expect(await listOpenIncidents(database.db, 'p')).toEqual([]);
  });

  test('a league that is not offered is not polled for an hour', async () => {
    trouble['soccer_uefa_nations_league'] = { kind: 'no-such-league', message: '404 UNKNOWN_SPORT' };
    const tick = worker();
    await tick();
    await tickAfter(tick, minutes(59));
    expect(requestsFor('soccer_uefa_nations_league')).toEqual([]);
    await tickAfter(tick, minutes(1));
    expect(requestsFor('soccer_uefa_nations_league')).toEqual(['odds soccer_uefa_nations_league']);
  });

  test('a response that is not a list suspends nothing: it counts as a failure', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    fixtures['soccer_epl'] = { message: 'maintenance' } as never;
    await tickAfter(tick, base);
    const [record] = await listOpenMatches(database.db);
    expect(record?.match.markets.h2h?.state).toBe('open');
    expect(await feedOf('soccer_epl')).toMatchObject({
      confirmedAt: start,
      problem: 'the response is not a list of events',
    });
  });

  test('a response of wrong types suspends nothing either', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker();
    await tick();
    fixtures['soccer_epl'] = [{ ...quoted(minutes(30)), commence_time: 'tomorrow' }];
    await tickAfter(tick, base);
    const [record] = await listOpenMatches(database.db);
    expect(record?.match.markets.h2h?.state).toBe('open');
    expect((await feedOf('soccer_epl'))?.problem).toBe('1 of 1 events are invalid, such as: kickoff-unreadable');
  });
});

describe('credits', () => {
  const untilDecember = Date.parse('2026-12-01T00:01:00Z') - start;
  const isPaid = (request: string) => request.startsWith('odds');

  test('that are spent count from 0 on the 1st, also for a worker that starts later', async () => {
    quota = { remaining: 100, used: 400, last: 2 };
    trouble['all'] = { kind: 'failing', message: 'no response' };
    const tick = worker({ budget: 400 });
    await tick();
    expect(requests.filter(isPaid)).toEqual([]);
    const allOdds = leagues.map(({ key }) => `odds ${key}`).toSorted();
    await tickAfter(tick, untilDecember);
    expect(requests.toSorted()).toEqual(allOdds);
    await tickAfter(worker({ budget: 400, api: { ...api, quota: () => undefined } }), hours(12));
    expect(requests.toSorted()).toEqual(allOdds);
  });

  test('that the provider resets late are noticed in free responses', async () => {
    quota = { remaining: 100, used: 400, last: 2 };
    const tick = worker({ budget: 400 });
    await tick();
    fixtures['soccer_epl'] = [quoted(untilDecember + hours(3))];
    await tickAfter(tick, untilDecember);
    await tickAfter(tick, minutes(20));
    expect(requests.filter(isPaid)).toEqual([]);
    quota = { remaining: 500, used: 0, last: 0 };
    await tickAfter(tick, minutes(20));
    await tickAfter(tick, hours(2));
    expect(requests.filter(isPaid)).toContain('odds soccer_epl');
  });

  test('are stored with their forecast', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    const tick = worker({ budget: 1_000_000 });
    await tick();
    expect(await readQuota(database.db)).toMatchObject({ remaining: 100, used: 10, last: 2, budget: 1_000_000 });
    await tickAfter(tick, minutes(1));
    // Half an hour near at 4 credits, four hours in play at 6, from a minute on: 90 questions an hour.
    const near = (29 / 60) * 90 * 4;
    expect((await readQuota(database.db))?.forecast).toBe(Math.round(10 + near + 4 * 90 * 6));
  });

  test('that are spent stop paid requests this month', async () => {
    fixtures['soccer_epl'] = [quoted(minutes(30))];
    quota = { remaining: 100, used: 400, last: 2 };
    const tick = worker({ budget: 400 });
    await tick();
    expect(requests.toSorted()).toEqual(leagues.map(({ key }) => `events ${key}`).toSorted());
    await tickAfter(tick, base);
    expect(requests).toEqual([]);
    expect(events).toEqual(['credits of this month are spent: no prices are polled until the 1st']);
  });
});

test('announces a match that needs review once', async () => {
  const tick = worker();
  fixtures['soccer_epl'] = [quoted(hours(20))];
  await tick();
  // The same teams under another id: the same match, or another one.
  fixtures['soccer_epl'] = [{ ...quoted(hours(70)), id: 'another' }];
  for (const ms of [hours(1), hours(1)]) await tickAfter(tick, ms);
  expect(await Promise.all(announced)).toEqual([['id-changed']]);
});

test('sees moved kick-offs for free between two paid requests', async () => {
  fixtures['soccer_epl'] = [quoted(hours(50))];
  const tick = worker();
  await tick();
  fixtures['soccer_epl'] = [{ ...quoted(hours(50)), commence_time: new Date(start + hours(20)).toISOString() }];
  await tickAfter(tick, minutes(10));
  expect(requestsFor('soccer_epl')).toEqual(['events soccer_epl']);
  await tickAfter(tick, base);
  expect(requestsFor('soccer_epl')).toEqual(['odds soccer_epl']);
});

test('polls a price that jumped again at once, however far the match', async () => {
  fixtures['soccer_epl'] = [quoted(hours(50))];
  const tick = worker();
  await tick();
  clock = instant(clock + hours(1));
  fixtures['soccer_epl'] = [quoted(hours(50), 1.2)];
  await tick();
  expect((await listOpenMatches(database.db))[0]?.match.markets.h2h?.why).toBe('price-jump');
  await tickAfter(tick, base);
  expect((await listOpenMatches(database.db))[0]?.match.markets.h2h?.state).toBe('open');
});

describe.each([
  ['ahead', minutes(5)],
  ['behind', -minutes(5)],
])('on a worker whose clock is 5 minutes %s', (_, skewMs) => {
  test('takes bets on a match in play, and only as long as its price is confirmed', async () => {
    clock = instant(Date.now());
    fixtures = { soccer_epl: [{ ...quoted(0), commence_time: new Date(clock - minutes(20)).toISOString() }] };
    const workerClock = await followDatabaseClock(database.pool, {
      onError: () => {},
      ownClock: () => Date.now() + skewMs,
    });
    await worker({ now: workerClock.now, baseMs: seconds(2) })();
    workerClock.close();
    const [match] = await listOpenMatches(database.db);
    if (!match) throw new Error('the match was not stored');
    expect(match.match.markets.h2h).toMatchObject({ state: 'open' });

    const writer = createWalletWriter(database);
    const player = await createPlayer(database.db, writer, 100);
    const bet = () =>
      writer.submit({
        ...homeWins(player, [match.match], 1_000),
        rules: { limits: defaultLimits, inPlay: 'open' },
      });
    expect(await bet()).toMatchObject({ ok: true });

    const feed = await feedOf('soccer_epl');
    if (!feed) throw new Error('the feed was not stored');
    await saveFeed(database.db, { ...feed, confirmedAt: instant(Date.now() - seconds(15)) });
    expect(await bet()).toMatchObject({ ok: false });
    await writer.close();
  });
});
