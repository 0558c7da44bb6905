import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { type LeagueKey, realTime } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import type { StoredEmail } from '@touchline/store/emails';
import {
  closeIncident,
  listOpenIncidents,
  listOpenReviews,
  matchesSince,
  openIncident,
  resolveReview,
  savePrices,
  saveQuota,
} from '@touchline/store/matches';
import { rulingOf } from '@touchline/store/settlement';
import { createTestDatabase, decideMatch, emptyTestDatabase } from '@touchline/store/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedProblem, OddsProvider } from '../provider/odds-api.ts';
import { createFetchResults } from './fetch-results.ts';

const base = seconds(40);
const kickoff = instant(Date.parse('2026-11-21T15:00:00Z'));
const at = (ms: number): Instant => instant(kickoff + ms);
let clock = kickoff;
let requests: string[] = [];
let listed: object[] = [];
let reach: 'up' | FeedProblem = 'up';
const down = { kind: 'failing', message: '503' } as const;
let alerts: StoredEmail[] = [];
let logged: string[] = [];
let endings = 0;
/** Announced matches, as others could read them at that moment. */
let announced: Promise<string>[] = [];
/** Runs while a request is in flight. */
let duringRequest = async (): Promise<void> => {};
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  clock = kickoff;
  [requests, listed, reach, logged, endings, alerts, announced] = [[], [], 'up', [], 0, [], []];
  duringRequest = async () => {};
});

const unused = async () => ({ ok: false, refusal: { kind: 'failing', message: 'not used here' } }) as const;
const api: OddsProvider = {
  name: 'p',
  odds: unused,
  eventOdds: unused,
  events: unused,
  sports: unused,
  quota: () => undefined,
  scores: async (leagueKey) => {
    requests.push(leagueKey);
    await duringRequest();
    if (reach !== 'up') return { ok: false, refusal: reach };
    return { ok: true, value: { body: listed, quota: { remaining: null, last: null } } };
  },
};
const note = (_: object, event: string) => logged.push(event);
const worker = () =>
  createFetchResults({
    db: database.worker.db,
    api,
    log: { info: () => {}, warn: note, error: note },
    now: () => clock,
    chance: () => 1,
    baseMs: base,
    queueEmail: (email) => void alerts.push(email),
    stableForMs: seconds(30),
    clock: realTime,
    onEnded: async () => {
      endings += 1;
    },
    announceMarket: (matchId) => announced.push(asRead(matchId)),
  });

/** The match's event, status and open reviews. */
async function asRead(matchId: MatchId): Promise<string> {
  const record = (await matchesSince(database.db, 0)).find((other) => other.match.id === matchId);
  const kinds = (await listOpenReviews(database.db))
    .filter((review) => review.matchId === matchId)
    .map(({ kind }) => kind);
  return [record?.providerEventId.slice(0, 2), record?.match.status, ...kinds].join(' ');
}

const match = (league: LeagueKey, kickoffAt: Instant, providerEventId: string, homeTeam = 'Home') => {
  const [home, draw, away] = [new Decimal(2), new Decimal(3), new Decimal(4)];
  const h2h = { state: 'open', bookmaker: 'bet365', quotedAt: kickoff, home, draw, away } as const;
  const quote = { providerEventId, homeTeam, awayTeam: 'Away', kickoffAt, h2h, totals: null };
  return database.db.transaction().execute((trx) => savePrices(trx, league, 'p', [quote], kickoff));
};
const score = (id: string, league: LeagueKey, completed: boolean, seenMs: number, goals = ['2', '1']) => ({
  id,
  sport_key: league,
  commence_time: new Date(kickoff).toISOString(),
  completed,
  home_team: 'Home',
  away_team: 'Away',
  scores: [
    { name: 'Away', score: goals[1] },
    { name: 'Home', score: goals[0] },
  ],
  last_update: new Date(at(seenMs)).toISOString(),
});
const state = async (eventId: string) => {
  const found = (await matchesSince(database.db, 0)).find((record) => record.providerEventId.startsWith(eventId));
  return found && [found.match.status, found.match.score];
};
const reviews = async () => (await listOpenReviews(database.db)).map(({ kind, facts }) => [kind, facts]);
const tickAt = async (tick: () => Promise<void>, ms: number) => {
  clock = at(ms);
  requests = [];
  await tick();
  // Each announcement reads the match: before the next tick changes it.
  await Promise.all(announced);
};

test('polls scores only while a league has a match in play, at the base cadence', async () => {
  await match('soccer_epl', kickoff, 'e1');
  await match('soccer_italy_serie_a', at(hours(2)), 'e2');
  const tick = worker();
  const polled: unknown[] = [];
  for (const ms of [-1, 0, base / 4, base]) {
    await tickAt(tick, ms);
    polled.push(requests);
  }
  expect(polled).toEqual([[], ['soccer_epl'], [], ['soccer_epl']]);
});

test('shows an in-play score; a final one ends the match and starts settlement', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  listed = [score('e1', 'soccer_epl', false, minutes(30), ['1', '0'])];
  await tickAt(tick, minutes(30));
  expect([await state('e1'), endings]).toEqual([['open', { home: 1, away: 0 }], 0]);
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  await tickAt(tick, minutes(112));
  expect([await state('e1'), endings]).toEqual([['open', { home: 2, away: 1 }], 0]);
  expect(announced).toEqual([]);
  await tickAt(tick, minutes(112) + base);
  expect([await state('e1'), endings]).toEqual([['finished', { home: 2, away: 1 }], 1]);
  expect(await Promise.all(announced)).toEqual(['e1 finished']);
});

test('remembers nothing of a match that ended otherwise: a new match of its event needs two answers of its own', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  await tickAt(tick, minutes(112));
  const [first] = await matchesSince(database.db, 0);
  const id = first?.match.id ?? expect.fail('no match');
  await decideMatch(database.db, id, { result: { kind: 'void' }, voidBets: [] }, at(minutes(113)));
  listed = [];
  await tickAt(tick, minutes(114));
  await match('soccer_epl', at(hours(72)), 'e1');
  listed = [{ ...score('e1', 'soccer_epl', true, hours(74)), commence_time: new Date(at(hours(72))).toISOString() }];
  await tickAt(tick, hours(74));
  const ofEvent = async () =>
    (await matchesSince(database.db, 0)).find(({ providerEventId }) => providerEventId === 'e1')?.match.status;
  expect(await ofEvent()).toBe('open');
  await tickAt(tick, hours(74) + base);
  expect(await ofEvent()).toBe('finished');
});

test('keeps a score with its teams when home and away are swapped, and holds a final one for review', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  const turned = (completed: boolean, ms: number) => ({
    ...score('e1', 'soccer_epl', completed, ms),
    home_team: 'Away',
    away_team: 'Home',
  });
  listed = [turned(false, minutes(30))];
  await tickAt(tick, minutes(30));
  expect(await state('e1')).toEqual(['open', { home: 2, away: 1 }]);
  listed = [turned(true, minutes(112))];
  for (const ms of [minutes(112), minutes(112) + base, minutes(112) + 2 * base]) await tickAt(tick, ms);
  expect([await state('e1'), endings]).toEqual([['open', { home: 2, away: 1 }], 0]);
  expect(await reviews()).toEqual([['teams-swapped', { score: '2-1', homeTeam: 'Home', awayTeam: 'Away' }]]);

  // The provider puts it right: then it counts.
  listed = [score('e1', 'soccer_epl', true, minutes(115))];
  for (const ms of [minutes(115), minutes(115) + base]) await tickAt(tick, ms);
  expect(await state('e1')).toEqual(['finished', { home: 2, away: 1 }]);
});

test('waits again when a final score changes before it is stable', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  for (const [ms, goals] of [
    [0, '2'],
    [base, '3'],
  ] as const) {
    listed = [score('e1', 'soccer_epl', true, minutes(112) + ms, [goals, '1'])];
    await tickAt(tick, minutes(112) + ms);
  }
  expect([await state('e1'), endings]).toEqual([['open', { home: 3, away: 1 }], 0]);
  await tickAt(tick, minutes(112) + 2 * base);
  expect([await state('e1'), endings]).toEqual([['finished', { home: 3, away: 1 }], 1]);
});

test('holds a correction after the end for review', async () => {
  await match('soccer_epl', kickoff, 'e1');
  await match('soccer_epl', at(minutes(100)), 'e2', 'Others');
  const tick = worker();
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  for (const ms of [minutes(112), minutes(113)]) await tickAt(tick, ms);
  listed = [score('e1', 'soccer_epl', true, minutes(114), ['2', '2'])];
  for (const ms of [minutes(114), minutes(115)]) await tickAt(tick, ms);
  expect(await state('e1')).toEqual(['finished', { home: 2, away: 1 }]);
  expect(await reviews()).toEqual([['score-corrected', { was: '2-1', is: '2-2' }]]);
  expect(await Promise.all(announced)).toEqual(['e1 finished', 'e1 finished score-corrected']);
});

test('holds a correction that is taken back for review, and records every final report', async () => {
  await match('soccer_epl', kickoff, 'e1');
  await match('soccer_epl', at(minutes(100)), 'e2', 'Others');
  const tick = worker();
  for (const [minute, goals] of [
    [112, '1'],
    [113, '2'],
    [114, '2'],
    [115, '1'],
    [116, '1'],
  ] as const) {
    listed = [score('e1', 'soccer_epl', true, minutes(minute), ['2', goals])];
    await tickAt(tick, minutes(minute));
  }
  expect(await state('e1')).toEqual(['finished', { home: 2, away: 2 }]);
  expect(await reviews()).toEqual([['score-corrected', { was: '2-2', is: '2-1' }]]);
  expect(logged).toEqual(['provider corrected a final score: review needed']);
  const { rows } = await database.pool.query('select home_score, away_score from match_reports order by number');
  expect(rows.map(({ home_score, away_score }) => [home_score, away_score])).toEqual([
    [2, 1],
    [2, 2],
    [2, 1],
  ]);
});

test('holds a result more than 72 hours after kick-off for review', async () => {
  await match('soccer_epl', kickoff, 'e1');
  reach = down;
  const tick = worker();
  await tickAt(tick, hours(71));
  reach = 'up';
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  for (const ms of [hours(72) + minutes(20), hours(72) + minutes(40)]) await tickAt(tick, ms);
  expect(await state('e1')).toEqual(['open', { home: 2, away: 1 }]);
  expect(await reviews()).toContainEqual(['result-late', { score: '2-1' }]);
});

test('catches up on a result for three days', async () => {
  await match('soccer_epl', kickoff, 'e1');
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  const tick = worker();
  for (const ms of [hours(71), hours(71) + minutes(10)]) await tickAt(tick, ms);
  expect(await state('e1')).toEqual(['finished', { home: 2, away: 1 }]);
});

describe('in a league with extra time', () => {
  const cup = 'soccer_uefa_champs_league';
  test('a final score within 2 h 15 min of kick-off counts', async () => {
    await match(cup, kickoff, 'e1');
    listed = [score('e1', cup, true, minutes(135))];
    const tick = worker();
    await tickAt(tick, hours(3));
    listed = [score('e1', cup, true, minutes(181))];
    await tickAt(tick, hours(3) + base);
    expect(await state('e1')).toEqual(['finished', { home: 2, away: 1 }]);
  });

  test('counts from the kick-off that the score reveals', async () => {
    await match(cup, kickoff, 'e1');
    const actual = { commence_time: new Date(at(hours(1))).toISOString() };
    listed = [{ ...score('e1', cup, true, minutes(175)), ...actual }];
    const tick = worker();
    for (const ms of [minutes(175), minutes(176)]) await tickAt(tick, ms);
    expect([await state('e1'), await reviews()]).toEqual([['finished', { home: 2, away: 1 }], []]);
  });

  test('shows a later one, holds it for review and logs it once an hour', async () => {
    await match(cup, kickoff, 'e1');
    listed = [score('e1', cup, true, minutes(150))];
    const tick = worker();
    for (const ms of [minutes(150), minutes(151), minutes(211)]) await tickAt(tick, ms);
    expect(await state('e1')).toEqual(['open', { home: 2, away: 1 }]);
    const held = 'final score held for review: it may include extra time';
    expect(logged).toEqual([held, held]);
    expect(await reviews()).toEqual([['extra-time-possible', { score: '2-1' }]]);
    expect(await Promise.all(announced)).toEqual(['e1 open extra-time-possible']);
  });
});

test.each([
  ['later', hours(48) + 1],
  ['earlier', -hours(48) - 1],
])('voids a match moved more than 48 hours %s and settles its bets', async (_, by) => {
  await match('soccer_epl', kickoff, 'e1');
  await match('soccer_epl', at(by), 'e1');
  await tickAt(worker(), hours(1));
  expect([await state('e1'), endings]).toEqual([['void', null], 1]);
  expect(await Promise.all(announced)).toEqual(['e1 void']);
  const { rows } = await database.pool.query('select reason from match_results');
  expect(rows).toEqual([{ reason: 'the kick-off was moved by more than 48 hours' }]);
});

describe('a match with a score', () => {
  const winner = async () =>
    (await matchesSince(database.db, 0)).find(({ providerEventId }) => providerEventId === 'e1')?.match.markets.h2h;
  const oneNil = () => [score('e1', 'soccer_epl', false, minutes(30), ['1', '0'])];

  test('that was moved more than 48 hours is not voided: it takes no bets, and an admin decides', async () => {
    await match('soccer_epl', kickoff, 'e1');
    await match('soccer_epl', at(hours(49)), 'e1');
    const tick = worker();
    await database.pool.query('update matches set home_score = 1, away_score = 0');
    for (const ms of [minutes(31), minutes(32)]) await tickAt(tick, ms);
    expect([await state('e1'), endings]).toEqual([['open', { home: 1, away: 0 }], 0]);
    const [firstKickoffAt, movedTo] = [0, hours(49)].map((ms) => new Date(at(ms)).toISOString());
    expect(await reviews()).toEqual([['moved-too-far', { firstKickoffAt, movedTo }]]);
    expect(await Promise.all(announced)).toEqual(['e1 open moved-too-far']);
    expect(logged).toEqual(['match with a score not voided: review needed']);
    // Whether an admin has noted the review or not, betting stays closed until the match is decided.
    for (const { id } of await listOpenReviews(database.db)) {
      const noted = { id, by: 'user:1', resolution: 'noted', at: clock } as const;
      await database.db.transaction().execute((trx) => resolveReview(trx, noted));
    }
    await match('soccer_epl', at(hours(49)), 'e1');
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'under-review' });
  });

  test.each([49, 70])(
    'whose first score reveals that it was moved by %i hours is not settled: an admin decides',
    async (by) => {
      await match('soccer_epl', kickoff, 'e1');
      const actual = { commence_time: new Date(at(hours(by))).toISOString() };
      const tick = worker();
      for (const [completed, ms] of [
        [false, minutes(30)],
        [true, minutes(112)],
        [true, minutes(114)],
        [true, hours(3)],
      ] as const) {
        listed = [{ ...score('e1', 'soccer_epl', completed, hours(by) + ms), ...actual }];
        await tickAt(tick, hours(by) + ms);
      }
      expect([await state('e1'), endings]).toEqual([['open', { home: 2, away: 1 }], 0]);
      const facts = { firstKickoffAt: new Date(kickoff).toISOString(), movedTo: actual.commence_time };
      expect(await reviews()).toContainEqual(['moved-too-far', { ...facts, score: '2-1' }]);
    },
  );

  test.each([
    [60, 'soccer_epl'],
    [60, 'soccer_uefa_champs_league'],
    [96, 'soccer_epl'],
  ] as const)(
    'that is listed %i hours later with its final score, in %s, is not settled: an admin is asked',
    async (by, league) => {
      await match(league, kickoff, 'e1');
      const tick = worker();
      listed = [score('e1', league, false, minutes(30), ['1', '0'])];
      await tickAt(tick, minutes(30));
      // The league is polled for this match too.
      await match(league, at(hours(by)), 'e2', 'Others');
      const movedTo = new Date(at(hours(by))).toISOString();
      listed = [{ ...score('e1', league, true, hours(by + 2)), commence_time: movedTo }];
      for (const minute of [0, 10, 20]) await tickAt(tick, hours(by + 2) + minutes(minute));
      expect([await state('e1'), endings]).toEqual([['open', { home: 2, away: 1 }], 0]);
      const facts = { firstKickoffAt: new Date(kickoff).toISOString(), movedTo };
      const ofResult = (await reviews()).filter(([kind]) => kind !== 'result-missing');
      expect(ofResult).toEqual([['moved-too-far', { ...facts, score: '2-1' }]]);
      expect(logged.filter((event) => event.startsWith('score not settled'))).toHaveLength(1);
    },
  );

  test('that the provider dropped is not voided after 72 hours: an admin decides', async () => {
    await match('soccer_epl', kickoff, 'e1');
    const tick = worker();
    listed = oneNil();
    await tickAt(tick, minutes(30));
    listed = [];
    for (const ms of [hours(5), hours(49), hours(72) + 1, hours(73)]) await tickAt(tick, ms);
    expect([await state('e1'), endings]).toEqual([['open', { home: 1, away: 0 }], 0]);
    const kickoffAt = new Date(kickoff).toISOString();
    expect(await reviews()).toEqual([
      ['result-missing', { kickoffAt }],
      ['abandoned-possible', { score: '1-0', kickoffAt }],
    ]);
  });
});

test('neither voids nor reports as void a match whose kick-off is moved back while the providers are asked', async () => {
  await match('soccer_epl', kickoff, 'e1');
  await match('soccer_italy_serie_a', kickoff, 'e2');
  await match('soccer_epl', at(hours(49)), 'e1');
  duringRequest = () => match('soccer_epl', at(hours(1)), 'e1').then(() => {});
  await tickAt(worker(), minutes(1));
  expect([await state('e1'), endings, logged, announced]).toEqual([['open', null], 0, [], []]);
});

test('voids a match that the provider dropped without a result after 72 hours, not before', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  for (const ms of [hours(5), hours(47), hours(72)]) await tickAt(tick, ms);
  expect(await state('e1')).toEqual(['open', null]);
  await tickAt(tick, hours(72) + 1);
  expect([await state('e1'), endings]).toEqual([['void', null], 1]);
  expect(await Promise.all(announced)).toEqual(['e1 open result-missing', 'e1 void']);
});

test('leaves a match open for an admin when the provider was unreachable, and logs it hourly after 48 hours', async () => {
  await match('soccer_epl', kickoff, 'e1');
  reach = down;
  const tick = worker();
  const overdue = () => logged.filter((event) => event.startsWith('no result 48 hours')).length;
  await tickAt(tick, hours(48));
  expect(overdue()).toBe(0);
  for (const ms of [hours(49), hours(49) + minutes(59), hours(50)]) await tickAt(tick, ms);
  expect(overdue()).toBe(2);
  reach = 'up';
  await tickAt(tick, hours(100));
  expect(await state('e1')).toEqual(['open', null]);
});

test('ignores a response that is not a list', async () => {
  await match('soccer_epl', kickoff, 'e1');
  listed = { message: 'maintenance' } as never;
  const tick = worker();
  for (const ms of [hours(5), hours(73)]) await tickAt(tick, ms);
  expect(await state('e1')).toEqual(['open', null]);
});

describe('a match that is over before its kick-off was due', () => {
  const goneAt = (ms: number) =>
    database.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', 'p', [], at(ms)));
  test('is polled as soon as it is no longer quoted, and ended by its score', async () => {
    await match('soccer_epl', at(hours(2)), 'e1');
    const tick = worker();
    listed = [score('e1', 'soccer_epl', true, 0)];
    await tickAt(tick, 0);
    expect(requests).toEqual([]);
    await goneAt(0);
    for (const ms of [base, 2 * base]) await tickAt(tick, ms);
    expect([await state('e1'), endings]).toEqual([['finished', { home: 2, away: 1 }], 1]);
  });

  test('voids bets placed after its true kick-off', async () => {
    await match('soccer_epl', at(hours(2)), 'e1');
    listed = [score('e1', 'soccer_epl', true, minutes(112))];
    await goneAt(minutes(119));
    const tick = worker();
    for (const ms of [minutes(119), minutes(120)]) await tickAt(tick, ms);
    const [was, is, seenAt] = [hours(2), 0, minutes(119)].map((ms) => new Date(at(ms)).toISOString());
    expect(await reviews()).toEqual([['kicked-off-earlier', { was, is, seenAt }]]);
    const words = ['e1 open kicked-off-earlier', 'e1 finished kicked-off-earlier'];
    expect(await Promise.all(announced)).toEqual(words);
    const [known] = await matchesSince(database.db, 0);
    const ruling = known && (await rulingOf(database.db, known.match.id));
    const reason = 'placed after the true kick-off';
    expect(ruling?.decision.voidBets).toEqual([{ from: at(0), until: at(minutes(119)), late: true, reason }]);
  });
});

test('accepts corrections for three days after the end, even without another match in the league', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  for (const ms of [minutes(112), minutes(113)]) await tickAt(tick, ms);
  await tickAt(tick, hours(30));
  expect([requests, await reviews()]).toEqual([['soccer_epl'], []]);
  await tickAt(tick, hours(30) + minutes(30));
  expect(requests).toEqual([]);
  listed = [score('e1', 'soccer_epl', true, hours(31), ['2', '2'])];
  for (const ms of [hours(31), hours(32)]) await tickAt(tick, ms);
  expect(await reviews()).toEqual([['score-corrected', { was: '2-1', is: '2-2' }]]);
  expect(logged).toEqual(['provider corrected a final score: review needed']);
  await tickAt(tick, hours(73));
  expect(requests).toEqual([]);
});

test('polls scores every twenty minutes while the prices in play are skipped', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  const skipped = [{ leagueKey: 'soccer_epl', from: kickoff, to: at(hours(4)), matches: 1 }];
  const credits = { remaining: 100, used: 400, last: 2, reportedAt: at(0), budget: 500, forecast: 500 };
  await saveQuota(database.db, 'p', { ...credits, inPlayStretch: 5, skipped });
  const asked: (readonly string[])[] = [];
  for (const ms of [minutes(1), minutes(2), minutes(20), minutes(21)]) {
    await tickAt(tick, ms);
    asked.push(requests);
  }
  expect(asked).toEqual([['soccer_epl'], [], [], ['soccer_epl']]);
});

test('does not poll ended matches when prices need the month’s budget', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const tick = worker();
  listed = [score('e1', 'soccer_epl', true, minutes(112))];
  for (const ms of [minutes(112), minutes(113)]) await tickAt(tick, ms);
  const credits = {
    remaining: 100,
    used: 400,
    last: 2,
    reportedAt: at(minutes(113)),
    budget: 500,
    inPlayStretch: 1,
    skipped: [],
  };
  await saveQuota(database.db, 'p', { ...credits, forecast: 500 });
  await tickAt(tick, hours(5));
  expect(requests).toEqual([]);
  await saveQuota(database.db, 'p', { ...credits, forecast: 450 });
  await tickAt(tick, hours(5));
  expect(requests).toEqual(['soccer_epl']);
});

test('polls no scores while the provider refuses our key, whichever request it refused, and emails the operator once', async () => {
  await match('soccer_epl', kickoff, 'e1');
  await match('soccer_italy_serie_a', kickoff, 'e2');
  reach = { kind: 'refused-us', message: '401 OUT_OF_USAGE_CREDITS' };
  const tick = worker();
  await tickAt(tick, minutes(1));
  expect([requests.length > 0, alerts.length]).toEqual([true, 1]);
  reach = 'up';
  for (const ms of [minutes(2), hours(1)]) {
    await tickAt(tick, ms);
    expect(requests).toEqual([]);
  }
  await closeIncident(database.db, 'p', 'refused-us', at(hours(2)));
  await tickAt(tick, hours(2));
  expect([requests.toSorted(), alerts.length]).toEqual([['soccer_epl', 'soccer_italy_serie_a'], 1]);
});

test('a late refusal of a request sent before access was restored opens no incident', async () => {
  await match('soccer_epl', kickoff, 'e1');
  const before = { provider: 'p', kind: 'refused-us', problem: '401 OUT_OF_USAGE_CREDITS', openedAt: at(0) } as const;
  const tick = worker();
  duringRequest = async () => {
    await openIncident(database.db, before);
    await closeIncident(database.db, 'p', 'refused-us', at(minutes(1) + 1));
  };
  reach = { kind: 'refused-us', message: '401 OUT_OF_USAGE_CREDITS' };
  await tickAt(tick, minutes(1));
  expect([requests, alerts, await listOpenIncidents(database.db, 'p')]).toEqual([['soccer_epl'], [], []]);
  duringRequest = async () => {};
  await tickAt(tick, minutes(10));
  expect(alerts).toHaveLength(1);
});
