import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { type LeagueKey, realTime } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import type { StoredEmail } from '@touchline/store/emails';
import {
  decideAlias,
  listOpenIncidents,
  listOpenReviews,
  listSuggestedAliases,
  matchesSince,
  openIncident,
  resolveReview,
  savePrices,
  saveQuota,
} from '@touchline/store/matches';
import { decisionOn, lastReports, rulingOf } from '@touchline/store/settlement';
import { createMatch, createPlayer, createTestDatabase, emptyTestDatabase, homeWins } from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedProblem } from '../provider/feed-problem.ts';
import type { ResultsProvider } from '../provider/football-data.ts';
import type { OddsProvider } from '../provider/odds-api.ts';
import { createFetchResults } from './fetch-results.ts';

const base = seconds(40);
const kickoff = instant(Date.parse('2026-11-21T15:00:00Z'));
const at = (ms: number): Instant => instant(kickoff + ms);
const cup = 'soccer_uefa_champs_league';
let clock = kickoff;
/** What each provider lists now; `undefined`: it does not answer. */
let first: object[] | undefined = [];
let second: object[] | FeedProblem = [];
let asked: LeagueKey[] = [];
let acceptsFrom = instant(0);
let alerts: StoredEmail[] = [];
let endings = 0;
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  [clock, first, second, asked, acceptsFrom, alerts, endings] = [kickoff, [], [], [], instant(0), [], 0];
});

const unused = async () => ({ ok: false, refusal: { kind: 'failing', message: 'not used here' } }) as const;
const api: OddsProvider = {
  name: 'p',
  odds: unused,
  eventOdds: unused,
  events: unused,
  sports: unused,
  quota: () => undefined,
  scores: async () =>
    first === undefined ? unused() : { ok: true, value: { body: first, quota: { remaining: null, last: null } } },
};
const results: ResultsProvider = {
  name: 'football-data.org',
  covers: (leagueKey) => leagueKey !== 'soccer_uefa_nations_league',
  acceptsFrom: () => acceptsFrom,
  matches: async (leagueKey) => {
    asked.push(leagueKey);
    return Array.isArray(second) ? { ok: true, value: { matches: second } } : { ok: false, refusal: second };
  },
};
const worker = () =>
  createFetchResults({
    db: database.worker.db,
    api,
    results,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => clock,
    chance: () => 1,
    baseMs: base,
    queueEmail: (email) => void alerts.push(email),
    stableForMs: seconds(30),
    clock: realTime,
    onEnded: async () => {
      endings += 1;
    },
    announceMarket: () => {},
  });
const tickAt = async (tick: () => Promise<void>, ms: number) => {
  clock = at(ms);
  await tick();
};

/** As bookmakers quote it at `ms`; by default at kick-off. */
const quote = (league: LeagueKey = 'soccer_epl', homeTeam = 'Arsenal', ms = 0, awayTeam = 'Chelsea', kickoffMs = 0) => {
  const [home, draw, away] = [new Decimal(2), new Decimal(3), new Decimal(4)];
  const h2h = { state: 'open', bookmaker: 'bet365', quotedAt: at(ms), home, draw, away } as const;
  const match = { providerEventId: 'e1', homeTeam, awayTeam, kickoffAt: at(kickoffMs), h2h, totals: null };
  return database.db.transaction().execute((trx) => savePrices(trx, league, 'p', [match], at(ms)));
};
const listedFirst = (
  goals: readonly [string, string],
  completed = true,
  ms = minutes(112),
  league: LeagueKey = 'soccer_epl',
) => ({
  id: 'e1',
  sport_key: league,
  commence_time: new Date(kickoff).toISOString(),
  completed,
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  scores: [
    { name: 'Arsenal', score: goals[0] },
    { name: 'Chelsea', score: goals[1] },
  ],
  last_update: new Date(at(ms)).toISOString(),
});
const none = { home: null, away: null };
const listedSecond = (
  status: string,
  goals?: readonly [number, number],
  changes: object = {},
  home = 'Arsenal FC',
) => ({
  id: 77,
  utcDate: new Date(kickoff).toISOString(),
  status,
  homeTeam: { name: home, shortName: home },
  awayTeam: { name: 'Chelsea FC', shortName: 'Chelsea' },
  score: {
    duration: 'REGULAR',
    fullTime: goals ? { home: goals[0], away: goals[1] } : none,
    halfTime: goals ? { home: 0, away: 0 } : none,
    ...changes,
  },
});
const record = async () => {
  const [found] = await matchesSince(database.db, 0);
  if (!found) throw new Error('no match');
  return found;
};
const state = async () => {
  const { match } = await record();
  return [match.status, match.score];
};
const reviews = async () => (await listOpenReviews(database.db)).map(({ kind, facts }) => [kind, facts]);
/** An admin notes the open reviews. */
async function noteReviews(): Promise<void> {
  for (const { id } of await listOpenReviews(database.db)) {
    const noted = { id, by: 'admin:1', resolution: 'noted', at: clock } as const;
    await database.db.transaction().execute((trx) => resolveReview(trx, noted));
  }
}
const reason = async () => (await rulingOf(database.db, (await record()).match.id)).reason;

describe('two providers', () => {
  test('that agree on the score settle at once, without waiting for a second response', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1])]];
    await tickAt(tick, minutes(112));
    expect([await state(), endings, await reason()]).toEqual([
      ['finished', { home: 2, away: 1 }],
      1,
      'the final score of both results providers',
    ]);
  });

  test('that disagree settle nothing and ask an admin, until they agree', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 0])]];
    for (const ms of [minutes(112), minutes(113), minutes(114)]) await tickAt(tick, ms);
    expect([await state(), endings]).toEqual([['open', { home: 2, away: 1 }], 0]);
    expect(await reviews()).toEqual([['sources-disagree', { score: '2-1', 'football-data.org': '2-0' }]]);

    second = [listedSecond('FINISHED', [2, 1])];
    for (const ms of [minutes(115), minutes(116)]) await tickAt(tick, ms);
    expect([await state(), endings, await reviews()]).toEqual([['finished', { home: 2, away: 1 }], 1, []]);
  });

  test('that disagree in another way than an admin has noted ask again, whichever of them changes its score', async () => {
    await quote();
    const tick = worker();
    const reviewsAfter = async (minute: number, ofFirst: number, ofSecond: number) => {
      [first, second] = [[listedFirst([String(ofFirst), '1'])], [listedSecond('FINISHED', [ofSecond, 1])]];
      for (const ms of [minutes(minute), minutes(minute + 2)]) await tickAt(tick, ms);
      const open = await reviews();
      await noteReviews();
      return open;
    };
    const differ = (ofFirst: number, ofSecond: number) => [
      ['sources-disagree', { score: `${ofFirst}-1`, 'football-data.org': `${ofSecond}-1` }],
    ];
    expect(await reviewsAfter(112, 2, 1)).toEqual(differ(2, 1));
    expect(await reviewsAfter(116, 2, 1)).toEqual([]);
    expect(await reviewsAfter(120, 2, 3)).toEqual(differ(2, 3));
    expect(await reviewsAfter(124, 4, 3)).toEqual(differ(4, 3));
    expect(await reviewsAfter(128, 2, 3)).toEqual(differ(2, 3));
    expect(await reviewsAfter(132, 2, 1)).toEqual(differ(2, 1));
    expect(await reviewsAfter(136, 2, 1)).toEqual([]);
    expect([await state(), endings]).toEqual([['open', { home: 2, away: 1 }], 0]);
  });

  test('that disagree in another way before an admin acts leave one review open, the newest', async () => {
    await quote();
    const tick = worker();
    const reviewsAfter = async (minute: number, ofSecond: number) => {
      [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [ofSecond, 1])]];
      for (const ms of [minutes(minute), minutes(minute + 2)]) await tickAt(tick, ms);
      return reviews();
    };
    const differ = (ofSecond: number) => [['sources-disagree', { score: '2-1', 'football-data.org': `${ofSecond}-1` }]];
    expect(await reviewsAfter(112, 1)).toEqual(differ(1));
    expect(await reviewsAfter(116, 3)).toEqual(differ(3));
    expect(await reviewsAfter(120, 1)).toEqual(differ(1));
  });

  test('of which the second one still sees the match in play: the first one settles when it is stable', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('IN_PLAY', [2, 1])]];
    await tickAt(tick, minutes(112));
    expect(await state()).toEqual(['open', { home: 2, away: 1 }]);
    await tickAt(tick, minutes(113));
    expect([await state(), await reason()]).toEqual([
      ['finished', { home: 2, away: 1 }],
      'the final score of the provider',
    ]);
  });

  test('of which the second one corrects itself after the end: an admin is asked', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1])]];
    await tickAt(tick, minutes(112));
    second = [listedSecond('FINISHED', [2, 2])];
    await tickAt(tick, hours(3));
    expect([await state(), await reviews()]).toEqual([
      ['finished', { home: 2, away: 1 }],
      [['sources-disagree', { score: '2-1', 'football-data.org': '2-2' }]],
    ]);
  });

  test('record what each reported, once per change', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['0', '0'], false)], [listedSecond('IN_PLAY', [0, 0])]];
    for (const ms of [minutes(50), minutes(51), minutes(52)]) await tickAt(tick, ms);
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1])]];
    await tickAt(tick, minutes(112));
    const { rows } = await database.pool.query(
      `select source, status, home_score as home, away_score as away, half_home_score as half
       from match_reports order by number`,
    );
    expect(rows).toEqual([
      { source: 'football-data.org', status: 'in-play', home: 0, away: 0, half: 0 },
      { source: 'p', status: 'in-play', home: 0, away: 0, half: null },
      { source: 'football-data.org', status: 'final', home: 2, away: 1, half: 0 },
      { source: 'p', status: 'final', home: 2, away: 1, half: null },
    ]);
  });
});

describe('a score in play', () => {
  let matchId: MatchId;
  /** A match with a bet on over 2.5 goals. */
  async function withBet(league: LeagueKey = 'soccer_epl') {
    const writer = createWalletWriter(database);
    const match = await createMatch(database.db, 'Arsenal', 'Chelsea');
    const bet = homeWins(await createPlayer(database.db, writer, 10), [match], 500);
    const picks = [{ matchId: match.id, label: 'Over 2.5', oddsSeen: new Decimal('1.9') }];
    expect(await writer.submit({ ...bet, request: { ...bet.request, picks } })).toMatchObject({ ok: true });
    await writer.close();
    await database.pool.query(
      `update matches set provider = 'p', provider_event_id = 'e1', league_key = $2, kickoff_at = $3, first_kickoff_at = $3
       where id = $1`,
      [match.id, league, new Date(kickoff)],
    );
    ({ id: matchId } = match);
  }
  const confirmed = async () => {
    const { result } = await decisionOn(database.db, matchId);
    return result.kind === 'open' ? result.score : result.kind;
  };
  const scored = (home: string, away: string, league?: LeagueKey) => [
    listedFirst([home, away], false, minutes(30), league),
  ];

  test('counts as confirmed, and bets are settled by it, once it has stood for five minutes', async () => {
    await withBet();
    const tick = worker();
    first = scored('2', '1');
    for (const ms of [minutes(30), minutes(32), minutes(34)]) await tickAt(tick, ms);
    expect([await confirmed(), endings]).toEqual([undefined, 0]);
    await tickAt(tick, minutes(35));
    expect([await confirmed(), endings]).toEqual([{ home: 2, away: 1 }, 1]);
    await tickAt(tick, minutes(41));
    expect(endings).toBe(1);
  });

  test('that is taken back before that never counts; one taken back later is confirmed as it is then', async () => {
    await withBet();
    const tick = worker();
    for (const [ms, home] of [
      [minutes(30), '3'],
      [minutes(33), '2'],
      [minutes(34), '3'],
      [minutes(38), '3'],
    ] as const) {
      first = scored(home, '0');
      await tickAt(tick, ms);
    }
    expect(await confirmed()).toBeUndefined();
    await tickAt(tick, minutes(39));
    expect(await confirmed()).toEqual({ home: 3, away: 0 });
    first = scored('2', '0');
    for (const ms of [minutes(40), minutes(45)]) await tickAt(tick, ms);
    expect([await confirmed(), endings]).toEqual([{ home: 2, away: 0 }, 2]);
  });

  test.each([
    ['before it began', []],
    ['after it had begun', [minutes(30)]],
  ])('settles nothing of a match that was moved by more than 48 hours %s', async (_, begun) => {
    await withBet();
    const tick = worker();
    for (const ms of begun) {
      first = scored('0', '0');
      await tickAt(tick, ms);
    }
    const moved = hours(60);
    for (const ms of [minutes(30), minutes(41), minutes(52)]) {
      first = [{ ...listedFirst(['2', '1'], false), commence_time: new Date(at(moved)).toISOString() }];
      await tickAt(tick, moved + ms);
    }
    expect([await state(), await confirmed(), endings]).toEqual([['open', { home: 2, away: 1 }], undefined, 0]);
  });

  test('settles nothing of a match that was moved by more than 48 hours and is listed as first announced again', async () => {
    await withBet();
    const tick = worker();
    const moved = hours(60);
    first = [{ ...listedFirst(['0', '0'], false), commence_time: new Date(at(moved)).toISOString() }];
    await tickAt(tick, moved + minutes(5));
    first = scored('2', '1');
    for (const ms of [minutes(30), minutes(33), minutes(36)]) await tickAt(tick, moved + ms);
    expect([await state(), await confirmed(), endings]).toEqual([['open', { home: 2, away: 1 }], undefined, 0]);
  });

  test('that decides no bet is not recorded', async () => {
    await withBet();
    const tick = worker();
    first = scored('1', '1');
    for (const ms of [minutes(30), minutes(36)]) await tickAt(tick, ms);
    expect([await confirmed(), endings]).toEqual([undefined, 0]);
  });

  test('waits while the second provider reports another one', async () => {
    await withBet();
    const tick = worker();
    [first, second] = [scored('2', '1'), [listedSecond('IN_PLAY', [1, 1])]];
    for (const ms of [minutes(30), minutes(36), minutes(42)]) await tickAt(tick, ms);
    expect(await confirmed()).toBeUndefined();
    second = [listedSecond('IN_PLAY', [2, 1])];
    await tickAt(tick, minutes(43));
    expect(await confirmed()).toEqual({ home: 2, away: 1 });
  });

  test('of a knock-out match counts only if it was reached before extra time can have begun', async () => {
    await withBet(cup);
    const tick = worker();
    first = scored('2', '1', cup);
    for (const ms of [minutes(106), minutes(112)]) await tickAt(tick, ms);
    expect(await confirmed()).toBeUndefined();
    first = scored('2', '0', cup);
    for (const ms of [minutes(113), minutes(119)]) await tickAt(tick, ms);
    expect([await confirmed(), endings]).toEqual([undefined, 0]);
  });
});

describe('a knock-out match', () => {
  const afterExtraTime = { duration: 'EXTRA_TIME', regularTime: { home: 1, away: 1 }, extraTime: { home: 1, away: 0 } };

  test('settles without a person by the score after 90 minutes, although the first provider adds extra time', async () => {
    await quote(cup);
    const tick = worker();
    first = [listedFirst(['2', '1'], true, minutes(150), cup)];
    second = [listedSecond('FINISHED', [2, 1], afterExtraTime)];
    for (const ms of [minutes(150), minutes(151), minutes(152)]) await tickAt(tick, ms);
    expect([await state(), endings, await reviews()]).toEqual([['finished', { home: 1, away: 1 }], 1, []]);
  });

  test('waits a quarter of an hour for the second provider before an admin is asked', async () => {
    await quote(cup);
    const tick = worker();
    first = [listedFirst(['2', '1'], true, minutes(150), cup)];
    second = [listedSecond('IN_PLAY', [1, 1], { ...afterExtraTime, fullTime: { home: 1, away: 1 } })];
    for (const ms of [minutes(150), minutes(151), minutes(164)]) await tickAt(tick, ms);
    expect(await reviews()).toEqual([]);
    await tickAt(tick, minutes(165));
    expect([await state(), await reviews()]).toEqual([
      ['open', { home: 2, away: 1 }],
      [['extra-time-possible', { score: '2-1' }]],
    ]);
    second = [listedSecond('FINISHED', [2, 1], afterExtraTime)];
    for (const ms of [minutes(167), minutes(168)]) await tickAt(tick, ms);
    expect([await state(), await reviews()]).toEqual([['finished', { home: 1, away: 1 }], []]);
  });
});

describe('the second provider alone', () => {
  const tickEachMinute = async (tick: () => Promise<void>, from: number, to: number) => {
    for (let minute = from; minute <= to; minute += 1) await tickAt(tick, minutes(minute));
  };
  /** As the month's credits do not cover the play, the first provider is asked every twenty minutes only. */
  const runShortOfCredits = () => {
    const skipped = [{ leagueKey: 'soccer_epl', from: kickoff, to: at(hours(4)), matches: 1 }];
    const credits = { remaining: 100, used: 400, last: 2, reportedAt: at(0), budget: 500, forecast: 500 };
    return saveQuota(database.db, 'p', { ...credits, inPlayStretch: 5, skipped });
  };
  const endedBySecond = [['finished', { home: 2, away: 1 }], 1, 'the final score of the second results provider'];

  test('ends a match that the first one has not listed for a quarter of an hour, when its score is stable', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '0'], false)], [listedSecond('IN_PLAY', [2, 0])]];
    await tickAt(tick, minutes(111));
    [first, second] = [undefined, [listedSecond('FINISHED', [2, 1])]];
    await tickEachMinute(tick, 112, 126);
    expect(await state()).toEqual(['open', { home: 2, away: 0 }]);
    // After failures in a row the first one is asked every ten minutes.
    await tickEachMinute(tick, 127, 135);
    expect([await state(), endings, await reason()]).toEqual(endedBySecond);
  });

  test('ends nothing between two requests to the first one, which then disagrees', async () => {
    await runShortOfCredits();
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '0'], false)], [listedSecond('IN_PLAY', [2, 0])]];
    await tickAt(tick, minutes(100));
    [first, second] = [[listedFirst(['2', '0'])], [listedSecond('FINISHED', [2, 1])]];
    await tickEachMinute(tick, 112, 121);
    await tickAt(tick, minutes(140));
    expect([await state(), endings, await reviews()]).toEqual([
      ['open', { home: 2, away: 0 }],
      0,
      [['sources-disagree', { score: '2-0', 'football-data.org': '2-1' }]],
    ]);
  });

  test('ends nothing after a single failure of the first one, however rarely that is asked', async () => {
    await runShortOfCredits();
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '0'], false)], [listedSecond('IN_PLAY', [2, 0])]];
    await tickAt(tick, minutes(100));
    [first, second] = [undefined, [listedSecond('FINISHED', [2, 1])]];
    await tickEachMinute(tick, 112, 139);
    expect([await state(), endings]).toEqual([['open', { home: 2, away: 0 }], 0]);
    await tickEachMinute(tick, 140, 141);
    expect([await state(), endings, await reason()]).toEqual(endedBySecond);
  });

  test('ends a match while the first one refuses our key', async () => {
    await quote();
    const tick = worker();
    const problem = { kind: 'refused-us', problem: '401 OUT_OF_USAGE_CREDITS', openedAt: at(0) } as const;
    await openIncident(database.db, { provider: 'p', ...problem });
    second = [listedSecond('FINISHED', [2, 1])];
    await tickEachMinute(tick, 112, 126);
    expect(await state()).toEqual(['open', null]);
    await tickEachMinute(tick, 127, 128);
    expect([await state(), endings, await reason()]).toEqual(endedBySecond);
  });

  test('ends nothing of a match that was moved by more than 48 hours: an admin is asked', async () => {
    await quote();
    const tick = worker();
    const moved = hours(72);
    const [utcDate, firstKickoffAt] = [moved, 0].map((ms) => new Date(at(ms)).toISOString());
    first = [{ ...listedFirst(['2', '0'], false), commence_time: utcDate }];
    await tickAt(tick, moved + minutes(20));
    [first, second] = [[], [{ ...listedSecond('FINISHED', [2, 1]), utcDate }]];
    await tickEachMinute(tick, moved / minutes(1) + 112, moved / minutes(1) + 132);
    expect([await state(), endings]).toEqual([['open', { home: 2, away: 0 }], 0]);
    expect(await reviews()).toContainEqual(['moved-too-far', { firstKickoffAt, movedTo: utcDate, score: '2-1' }]);
  });

  test('ends nothing by a score of a kick-off more than 48 hours from the first one: an admin is asked', async () => {
    await quote();
    const moved = hours(40);
    await quote('soccer_epl', 'Arsenal', 0, 'Chelsea', moved);
    const tick = worker();
    const [utcDate, firstKickoffAt] = [hours(72), 0].map((ms) => new Date(at(ms)).toISOString());
    first = [{ ...listedFirst(['2', '0'], false), commence_time: new Date(at(moved)).toISOString() }];
    await tickAt(tick, moved + minutes(20));
    [first, second] = [[], [{ ...listedSecond('FINISHED', [2, 1]), utcDate }]];
    await tickEachMinute(tick, 74 * 60, 74 * 60 + 45);
    expect([await state(), endings]).toEqual([['open', { home: 2, away: 0 }], 0]);
    expect(await reviews()).toContainEqual(['moved-too-far', { firstKickoffAt, movedTo: utcDate, score: '2-1' }]);
    await quote('soccer_epl', 'Arsenal', hours(75), 'Chelsea', moved);
    expect((await record()).match.markets.h2h).toMatchObject({ state: 'suspended', why: 'under-review' });
  });

  test('ends nothing while the first one lists the match in play', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '0'], false)], [listedSecond('FINISHED', [2, 1])]];
    for (let minute = 100; minute < 140; minute += 2) await tickAt(tick, minutes(minute));
    expect([await state(), endings]).toEqual([['open', { home: 2, away: 0 }], 0]);
  });
});

describe('a match that does not take place', () => {
  test.each(['POSTPONED', 'CANCELLED', 'SUSPENDED'])(
    '%s: its markets are suspended and stay so, until it goes on',
    async (status) => {
      await quote();
      const tick = worker();
      const market = async () => {
        const h2h = (await record()).match.markets.h2h;
        return [h2h?.state, h2h?.why];
      };
      second = [listedSecond(status)];
      await tickAt(tick, minutes(1));
      expect(await market()).toEqual(['suspended', 'under-review']);
      expect(await reviews()).toEqual([['called-off', { source: 'football-data.org', status: status.toLowerCase() }]]);
      await quote('soccer_epl', 'Arsenal', minutes(2));
      expect(await market()).toEqual(['suspended', 'under-review']);

      second = [listedSecond('IN_PLAY', [0, 0])];
      await tickAt(tick, minutes(3));
      await quote('soccer_epl', 'Arsenal', minutes(4));
      expect([await market(), await reviews()]).toEqual([['open', undefined], []]);
    },
  );

  test('is void 48 hours after its first kick-off, and not before', async () => {
    await quote();
    const tick = worker();
    second = [listedSecond('POSTPONED')];
    for (const ms of [minutes(1), hours(48)]) await tickAt(tick, ms);
    expect(await state()).toEqual(['open', null]);
    await tickAt(tick, hours(48) + 1);
    expect([await state(), endings]).toEqual([['void', null], 1]);
  });

  test('but has a final score of the first provider waits for an admin', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('SUSPENDED', [2, 1])]];
    for (const ms of [minutes(112), minutes(113)]) await tickAt(tick, ms);
    expect(await state()).toEqual(['open', { home: 2, away: 1 }]);
    expect((await reviews()).map(([kind]) => kind)).toEqual(['called-off', 'sources-disagree']);
  });
});

test('an awarded result waits for an admin', async () => {
  await quote();
  const tick = worker();
  [first, second] = [[listedFirst(['3', '0'])], [listedSecond('AWARDED', [3, 0])]];
  for (const ms of [minutes(112), minutes(113)]) await tickAt(tick, ms);
  expect(await state()).toEqual(['open', { home: 3, away: 0 }]);
  expect((await reviews()).every(([kind]) => kind === 'result-awarded')).toBe(true);
});

describe('a team under another name', () => {
  test('is suggested once, not used, and after a person confirmed it serves all matches', async () => {
    await quote('soccer_germany_bundesliga', 'Bayern Munich');
    const tick = worker();
    second = [listedSecond('IN_PLAY', [0, 0], {}, 'FC Bayern München')];
    for (const ms of [minutes(1), minutes(3)]) await tickAt(tick, ms);
    const ids = [(await record()).match.id];
    const [suggested, ...others] = await listSuggestedAliases(database.db);
    expect([suggested, others, await lastReports(database.db, ids)]).toMatchObject([
      { name: 'FC Bayern München', team: 'Bayern Munich', leagueKey: 'soccer_germany_bundesliga' },
      [],
      [],
    ]);
    const by = '00000000-0000-4000-8000-000000000001' as never;
    const decision = { id: suggested?.id ?? '', verdict: 'confirmed', by, at: clock } as const;
    expect(await database.db.transaction().execute((trx) => decideAlias(trx, decision))).toBeDefined();
    await tickAt(tick, minutes(5));
    expect(await lastReports(database.db, ids)).toMatchObject([{ source: 'football-data.org', status: 'in-play' }]);
    expect(await listSuggestedAliases(database.db)).toEqual([]);
  });
});

describe('requests to the second provider', () => {
  test('go out each minute while a match is in play, hourly the day before, and not without matches', async () => {
    const tick = worker();
    await tickAt(tick, 0);
    expect(asked).toEqual([]);
    await quote();
    const times: number[] = [];
    for (const ms of [-hours(25), -hours(3), -hours(2.5), -hours(2), 0, base / 2, base, minutes(1)]) {
      asked = [];
      await tickAt(tick, ms);
      if (asked.length > 0) times.push(ms);
    }
    expect(times).toEqual([-hours(3), -hours(2), 0, base]);
  });

  test('wait for the provider’s counter, and after failures', async () => {
    await quote();
    const tick = worker();
    acceptsFrom = at(minutes(3));
    await tickAt(tick, minutes(1));
    expect(asked).toEqual([]);
    [acceptsFrom, second] = [instant(0), { kind: 'failing', message: '503' }];
    for (const ms of [minutes(4), minutes(4) + base / 2]) await tickAt(tick, ms);
    expect(asked).toEqual(['soccer_epl']);
  });

  test('stop when the token is refused, with one email, and results come from the first provider', async () => {
    await quote();
    const tick = worker();
    second = { kind: 'refused-us', message: '400' };
    first = [listedFirst(['2', '1'])];
    for (const ms of [minutes(112), minutes(113), minutes(114)]) await tickAt(tick, ms);
    expect([asked.length, alerts.length, await state()]).toEqual([2, 1, ['finished', { home: 2, away: 1 }]]);
    expect((await listOpenIncidents(database.db, results.name)).map(({ kind }) => kind)).toEqual(['results-refused']);
    second = [listedSecond('FINISHED', [2, 1])];
    await tickAt(tick, hours(3));
    expect(await listOpenIncidents(database.db, results.name)).toEqual([]);
  });
});

describe('the score at half-time', () => {
  const half = (home: number, away: number) => ({ halfTime: { home, away } });
  const decided = async () => (await decisionOn(database.db, (await record()).match.id)).result;

  test('is recorded when both providers have it, while the match goes on', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['1', '0'], false)], [listedSecond('IN_PLAY', [1, 0], half(1, 0))]];
    for (const ms of [minutes(40), minutes(42)]) await tickAt(tick, ms);
    expect(await decided()).toEqual({ kind: 'open' });
    second = [listedSecond('PAUSED', [1, 0], half(1, 0))];
    await tickAt(tick, minutes(47));
    expect([await decided(), endings]).toEqual([{ kind: 'open', ...half(1, 0) }, 1]);

    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1], half(1, 0))]];
    await tickAt(tick, minutes(112));
    expect(await decided()).toEqual({ kind: 'score', score: { home: 2, away: 1 }, ...half(1, 0) });
    expect((await database.pool.query('select count(*)::int as n from match_results')).rows).toEqual([{ n: 2 }]);
  });

  test('is not recorded of a match that was moved by more than 48 hours', async () => {
    await quote();
    const tick = worker();
    const utcDate = new Date(at(hours(72))).toISOString();
    first = [{ ...listedFirst(['1', '0'], false), commence_time: utcDate }];
    await tickAt(tick, hours(72) + minutes(40));
    second = [{ ...listedSecond('PAUSED', [1, 0], half(1, 0)), utcDate }];
    for (const ms of [minutes(47), minutes(49)]) await tickAt(tick, hours(72) + ms);
    expect([await decided(), endings]).toEqual([{ kind: 'open' }, 0]);
  });

  test('comes with the final score where it was not known before', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1], half(0, 1))]];
    await tickAt(tick, minutes(112));
    expect(await decided()).toEqual({ kind: 'score', score: { home: 2, away: 1 }, ...half(0, 1) });
  });

  test('is added to a result that only the first provider reported', async () => {
    await quote();
    const tick = worker();
    first = [listedFirst(['2', '1'])];
    for (const ms of [minutes(112), minutes(113)]) await tickAt(tick, ms);
    expect(await decided()).toEqual({ kind: 'score', score: { home: 2, away: 1 } });
    second = [listedSecond('FINISHED', [2, 1], half(1, 1))];
    await tickAt(tick, hours(3));
    expect(await decided()).toEqual({ kind: 'score', score: { home: 2, away: 1 }, ...half(1, 1) });
  });

  test('on which the providers differ is left to an admin, and the final score alone does not settle it', async () => {
    await quote();
    const tick = worker();
    await tickAt(tick, minutes(44));
    [first, second] = [[listedFirst(['1', '0'], false)], [listedSecond('PAUSED', [1, 1], half(1, 1))]];
    for (const ms of [minutes(47), minutes(49)]) await tickAt(tick, ms);
    const differs = [['half-time-differs', { score: '1-0', 'football-data.org': '1-1' }]];
    expect([await decided(), await reviews()]).toEqual([{ kind: 'open' }, differs]);
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1], half(1, 1))]];
    for (const ms of [minutes(112), hours(3)]) await tickAt(tick, ms);
    expect([await decided(), await reviews()]).toEqual([{ kind: 'score', score: { home: 2, away: 1 } }, differs]);
  });

  test('that is corrected after it was recorded changes nothing until an admin decides', async () => {
    await quote();
    const tick = worker();
    [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1], half(1, 0))]];
    await tickAt(tick, minutes(112));
    second = [listedSecond('FINISHED', [2, 1], half(1, 1))];
    await tickAt(tick, hours(3));
    expect([await decided(), await reviews()]).toEqual([
      { kind: 'score', score: { home: 2, away: 1 }, ...half(1, 0) },
      [['half-time-differs', { halfTime: '1-0', 'football-data.org': '1-1' }]],
    ]);
  });

  test('that is taken back and reported again is reviewed again, although bets were settled in between', async () => {
    await quote();
    const tick = worker();
    await tickAt(tick, minutes(44));
    [first, second] = [[listedFirst(['1', '0'], false)], [listedSecond('PAUSED', [1, 1], half(1, 1))]];
    for (const ms of [minutes(47), minutes(49)]) await tickAt(tick, ms);
    expect(await reviews()).toEqual([['half-time-differs', { score: '1-0', 'football-data.org': '1-1' }]]);
    second = [listedSecond('PAUSED', [1, 0], half(1, 0))];
    await tickAt(tick, minutes(51));
    expect([await decided(), endings, await reviews()]).toEqual([{ kind: 'open', ...half(1, 0) }, 1, []]);

    const differs = [['half-time-differs', { halfTime: '1-0', 'football-data.org': '1-1' }]];
    const reviewsAfter = async (ms: number, home: number, away: number) => {
      [first, second] = [[listedFirst(['2', '1'])], [listedSecond('FINISHED', [2, 1], half(home, away))]];
      await tickAt(tick, ms);
      const open = await reviews();
      await noteReviews();
      return open;
    };
    expect(await reviewsAfter(minutes(112), 1, 1)).toEqual(differs);
    expect(await reviewsAfter(hours(4), 1, 1)).toEqual([]);
    expect(await reviewsAfter(hours(6), 1, 0)).toEqual([]);
    expect(await reviewsAfter(hours(8), 1, 1)).toEqual(differs);
    expect(await reviewsAfter(hours(10), 1, 1)).toEqual([]);
  });
});
