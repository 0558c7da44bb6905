import {
  type BetView,
  type PlaceBetAnswer,
  type ProfileView,
  placeBetAnswer,
  type RefusalView,
  refusalView,
} from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  confirmFeed,
  openBettor,
  quote,
  requestAs,
  type TestApp,
} from '../testing/test-app.ts';

const api = await buildTestApp();
const now = Date.now();
const ids = await quote(api.database, [
  { name: 'Red', home: '2.1' },
  { name: 'Blue', home: '1.5' },
  { name: 'Over', kickoffAt: instant(now - minutes(121)) },
  { name: 'Started', kickoffAt: instant(now - minutes(10)) },
]);
const [red, blue, over, started] = ids as [MatchId, MatchId, MatchId, MatchId];
afterAll(() => api.close());

type Asked = { readonly token: string; readonly key?: string; readonly app?: TestApp['app'] };
const place = ({ token, key, app = api.app }: Asked, payload: object) =>
  requestAs(app, token, 'POST', '/bet', payload, key);
const get = (url: string, token: string) => requestAs(api.app, token, 'GET', url);
const balanceOf = async (token: string) => (await get('/auth/me', token)).json<ProfileView>().balance;
const onRed = (odds = 2.1) => ({ matchId: red, betOutcome: 'Red United Win', odds });
const onBlue = (odds = 1.5) => ({ matchId: blue, betOutcome: 'Blue United Win', odds });

describe('an accepted bet', () => {
  test('the stake leaves the wallet, and the answer is the bet at the prices of the server', async () => {
    const { token } = await openBettor(api, 'ada@example.com', 100);
    const answer = await place({ token }, { stake: 10.05, matches: [onRed(), onBlue(1.4)] });
    expect(answer.statusCode).toBe(201);
    const { bet, wallet } = answer.json<PlaceBetAnswer>();
    expect(wallet).toEqual({ version: 2, balance: 89.95, held: 0, bonus: 0, staked: 10.05 });
    const leg = { status: 'pending', commenceTime: bet.matches[0]?.commenceTime, matchStatus: 'open', score: null };
    expect(bet).toEqual({
      _id: bet._id,
      version: 1,
      status: 'pending',
      createdAt: bet.createdAt,
      settledAt: null,
      stake: 10.05,
      totalOdds: 3.15,
      potentialPayout: 31.65,
      payout: null,
      matches: [
        { ...leg, matchId: red, betOutcome: 'Red United Win', odds: 2.1, matchName: 'Red United vs Red City' },
        { ...leg, matchId: blue, betOutcome: 'Blue United Win', odds: 1.5, matchName: 'Blue United vs Blue City' },
      ],
    });
    expect(await balanceOf(token)).toBe(89.95);
  });

  test('a match is known by its id in either case', async () => {
    const { token } = await openBettor(api, 'upper@example.com', 100);
    const answer = await place({ token }, { stake: 1, matches: [{ ...onRed(), matchId: red.toUpperCase() }] });
    expect([answer.statusCode, answer.json<PlaceBetAnswer>().bet.matches[0]?.matchId]).toEqual([201, red]);
  });

  test('answers and refusals have the fields of the contract and no others', async () => {
    const { token } = await openBettor(api, 'own-form@example.com', 100);
    const [placed, refused] = [
      (await place({ token }, { stake: 10, matches: [onRed(), onBlue()] })).json<PlaceBetAnswer>(),
      (await place({ token }, { stake: 10, matches: [onRed(2.2)] })).json<RefusalView>(),
    ];
    expect(placeBetAnswer.parse(placed)).toEqual(placed);
    expect(refusalView.parse(refused)).toEqual(refused);
  });

  test('the same key is the same bet, on another node too, and costs one stake', async () => {
    const { token } = await openBettor(api, 'bea@example.com', 100);
    const other = await buildTestNode(api.database);
    const body = { stake: 10, matches: [onRed()] };
    const first = await place({ token, key: 'press-1' }, body);
    const again = await place({ token, key: 'press-1' }, body);
    const elsewhere = await place({ token, key: 'press-1', app: other.app }, body);
    expect([first, again, elsewhere].map((one) => one.statusCode)).toEqual([201, 201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(elsewhere.json()).toEqual(first.json());
    expect(await balanceOf(token)).toBe(90);
    await other.close();
  });

  test('ten presses at once with one key cost one stake', async () => {
    const { token } = await openBettor(api, 'cy@example.com', 100);
    const presses = Array.from({ length: 10 }, () =>
      place({ token, key: 'impatient' }, { stake: 10, matches: [onRed()] }),
    );
    const bets = (await Promise.all(presses)).map((one) => one.json<PlaceBetAnswer>().bet._id);
    expect(new Set(bets).size).toBe(1);
    expect(await balanceOf(token)).toBe(90);
  });

  test('accepts one of two simultaneous bets when the money covers only one', async () => {
    const { token } = await openBettor(api, 'dan@example.com', 15);
    const both = await Promise.all([1, 2].map(() => place({ token }, { stake: 10, matches: [onRed()] })));
    expect(both.map((one) => one.statusCode).sort()).toEqual([201, 409]);
    expect(await balanceOf(token)).toBe(5);
  });
});

describe('a refused bet costs nothing', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await openBettor(api, 'eve@example.com', 50));
  });
  const refusal = async (payload: object, key?: string) => {
    const answer = await place({ token, ...(key !== undefined && { key }) }, payload);
    expect(await balanceOf(token)).toBe(50);
    return [answer.statusCode, answer.json<RefusalView>()];
  };
  const unlisted = '3e2f9f9e-4d5c-4b8e-9f55-0123456789ab';

  test('an empty slip', async () => {
    expect(await refusal({ stake: 1, matches: [] })).toEqual([
      422,
      { code: 'slip-empty', error: 'Your bet slip is empty' },
    ]);
  });

  test.each([0, -1, 0.001, 1e300, 0.1 + 0.2 - 0.300000001])('a stake of %d dollars', async (stake) => {
    expect(await refusal({ stake, matches: [onRed()] })).toEqual([
      422,
      { code: 'stake-invalid', error: 'Please enter a valid stake amount' },
    ]);
  });

  test('a stake outside the limits', async () => {
    expect(await refusal({ stake: 0.05, matches: [onRed()] })).toMatchObject([422, { code: 'stake-below-minimum' }]);
    expect(await refusal({ stake: 5000.01, matches: [onRed()] })).toMatchObject([422, { code: 'stake-above-maximum' }]);
  });

  test('more money than there is', async () => {
    expect(await refusal({ stake: 50.01, matches: [onRed()] })).toEqual([
      409,
      {
        code: 'balance-too-low',
        error: 'Your balance of $50.00 is $0.01 short of this stake. Nothing was staked.',
        details: { balance: 50, missing: 0.01 },
      },
    ]);
  });

  test('odds that were better when they were seen, with both prices', async () => {
    expect(await refusal({ stake: 5, matches: [onRed(2.2)] })).toEqual([
      409,
      {
        code: 'legs-refused',
        error: 'The odds of Red United Win moved from 2.20 to 2.10. Nothing was staked.',
        details: {
          legs: [
            {
              matchId: red,
              betOutcome: 'Red United Win',
              code: 'odds-changed',
              error: 'The odds of Red United Win moved from 2.20 to 2.10.',
              seen: 2.2,
              now: 2.1,
            },
          ],
        },
      },
    ]);
  });

  test.each([
    ['a match that has kicked off', () => ({ matchId: started, betOutcome: 'Draw', odds: 3.4 }), 409, 'match-started'],
    ['a match that is over', () => ({ matchId: over, betOutcome: 'Draw', odds: 3.4 }), 409, 'match-over'],
    ['an unknown match', () => ({ matchId: unlisted, betOutcome: 'Draw', odds: 3.4 }), 422, 'match-unknown'],
    ['an invalid id', () => ({ matchId: "'; drop table bets", betOutcome: 'Draw', odds: 3.4 }), 422, 'match-unknown'],
    [
      'an outcome that is not offered',
      () => ({ matchId: red, betOutcome: 'Blue United Win', odds: 3.4 }),
      422,
      'outcome-unknown',
    ],
  ])('%s', async (_what, leg, status, code) => {
    expect(await refusal({ stake: 5, matches: [leg()] })).toMatchObject([
      status,
      { code: 'legs-refused', details: { legs: [{ code }] } },
    ]);
  });

  test('a match twice, which is the fault of the request whatever the other legs are', async () => {
    expect(
      await refusal({ stake: 5, matches: [onRed(), { ...onRed(), betOutcome: 'Draw' }, onBlue(9)] }),
    ).toMatchObject([
      422,
      { code: 'legs-refused', details: { legs: [{ code: 'match-twice' }, { code: 'odds-changed' }] } },
    ]);
  });

  test.each([0, 1, -2.1, 2.123456, 1e300])('a price of %d, which was on no screen', async (odds) => {
    expect(await refusal({ stake: 5, matches: [onRed(odds)] })).toEqual([
      422,
      { code: 'price-unreadable', error: 'The odds sent for Red United Win are not valid. Nothing was staked.' },
    ]);
  });

  test('a key that was used for another bet', async () => {
    const { token: bettor } = await openBettor(api, 'fay@example.com', 50);
    await place({ token: bettor, key: 'once' }, { stake: 10, matches: [onRed()] });
    const answer = await place({ token: bettor, key: 'once' }, { stake: 20, matches: [onRed()] });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'key-reused', error: 'This request key was used for another bet. Nothing was staked.' },
    ]);
  });

  test.each(['', 'a b', 'ü', 'x'.repeat(201)])('a key such as "%s"', async (key) => {
    expect(await refusal({ stake: 5, matches: [onRed()] }, key)).toMatchObject([400, { code: 'request-invalid' }]);
  });

  test('prices that have not been confirmed for a while, until they are', async () => {
    await confirmFeed(api.database, instant(Date.now() - minutes(10)));
    expect(await refusal({ stake: 5, matches: [onRed()] })).toMatchObject([
      409,
      { details: { legs: [{ code: 'odds-stale' }] } },
    ]);
    await confirmFeed(api.database, instant(Date.now()));
    const { token: bettor } = await openBettor(api, 'gus@example.com', 50);
    expect((await place({ token: bettor }, { stake: 5, matches: [onRed()] })).statusCode).toBe(201);
  });
});

describe('reading bets', () => {
  test('the history is the newest first, in pages', async () => {
    const { token } = await openBettor(api, 'hal@example.com', 50);
    for (const stake of [1, 2, 3]) await place({ token }, { stake, matches: [onRed()] });
    const all = (await get('/bet/history', token)).json<BetView[]>();
    expect(all.map((bet) => bet.stake)).toEqual([3, 2, 1]);
    const page = (await get('/bet/history?limit=2', token)).json<BetView[]>();
    expect(page).toEqual(all.slice(0, 2));
    const next = await get(`/bet/history?limit=2&before=${page[1]?._id}`, token);
    expect(next.json()).toEqual(all.slice(2));
  });

  test('only its owner can read a bet; for others it does not exist', async () => {
    const { token } = await openBettor(api, 'ian@example.com', 50);
    const stranger = (await openBettor(api, 'joe@example.com')).token;
    const { bet } = (await place({ token }, { stake: 5, matches: [onRed()] })).json<PlaceBetAnswer>();
    expect((await get(`/bet/${bet._id}`, token)).json()).toEqual(bet);
    const denied = await get(`/bet/${bet._id}`, stranger);
    const unknown = await get(`/bet/${crypto.randomUUID()}`, stranger);
    expect([denied.statusCode, denied.json()]).toEqual([unknown.statusCode, unknown.json()]);
    expect(denied.statusCode).toBe(404);
    expect((await get('/bet/history', stranger)).json()).toEqual([]);
  });

  test.each(['/bet/nonsense', '/bet/history?before=nonsense', '/bet/history?limit=0', '/bet/history?limit=1e9'])(
    'refuses %s with a message',
    async (url) => {
      const answer = await get(url, (await openBettor(api, `${crypto.randomUUID()}@example.com`)).token);
      expect([answer.statusCode, answer.json<RefusalView>().code]).toEqual([400, 'request-invalid']);
    },
  );
});

test('the ledger records who placed a bet and by which request', async () => {
  const { user, token } = await openBettor(api, 'kim@example.com', 50);
  await place({ token }, { stake: 5, matches: [onRed()] });
  const { rows } = await api.database.pool.query(
    `select actor, cause from ledger_events where wallet_id = $1 and type = 'StakeTaken'`,
    [user.walletId],
  );
  expect(rows).toEqual([{ actor: `user:${user.id}`, cause: expect.stringMatching(/^request:[0-9a-f-]{36}$/) }]);
});
