import type {
  CashOutAnswer,
  CashOutView,
  OperatedMatchDetail,
  PlaceBetAnswer,
  RefusalView,
} from '@touchline/core/contract';
import { listActions } from '@touchline/store/audit';
import { createMatch } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, buildTestNode, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const match = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
afterAll(() => api.close());

/** A bettor with $100 and a bet of $10 at 2.00 on a home win. */
async function place(email: string) {
  const { token } = await openBettor(api, email, 100);
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, key?: string) =>
    requestAs(api.app, token, method, url, payload, key);
  const matches = [{ matchId: match.id, betOutcome: 'Alpha Town Win', odds: 2 }];
  const placed = await ask('POST', '/bet', { stake: 10, matches });
  expect(placed.statusCode, placed.body).toBe(201);
  const id = placed.json<PlaceBetAnswer>().bet._id;
  return { token, id, ask, path: `/bet/${id}/cash-out` };
}

test('quotes what an open bet is worth, with the chance of each leg and our margin', async () => {
  const { ask, path } = await place('ada@example.com');
  expect((await ask('GET', path)).json<CashOutView>()).toEqual({
    version: expect.any(Number),
    betVersion: 1,
    expiresAt: expect.stringMatching(/Z$/),
    stake: 10,
    amount: 9.24,
    maximum: 20,
    margin: 0.05,
    legs: [{ betOutcome: 'Alpha Town Win', odds: 2, chance: expect.closeTo(0.4865, 3) }],
  });
});

test('finds the bet by its id in either case, for the value and for the payment', async () => {
  const { ask, id } = await place('uma@example.com');
  const path = `/bet/${id.toUpperCase()}/cash-out`;
  expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({ amount: 9.24 });
  expect((await ask('POST', path, { amount: 9.24 })).json<CashOutAnswer>()).toMatchObject({ bet: { _id: id } });
});

test('pays what was quoted, and the same again for the same key', async () => {
  const { ask, path, id } = await place('bea@example.com');
  const answers = [await ask('POST', path, { amount: 9.24 }, 'k1'), await ask('POST', path, { amount: 9.24 }, 'k1')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const [paid, repeated] = answers.map((answer) => answer.json<CashOutAnswer>());
  expect(paid).toMatchObject({
    amount: 9.24,
    bet: { status: 'cashed-out', payout: 9.24, cashedOut: { stake: 10, paid: 9.24 } },
    wallet: { balance: 99.24, staked: 0 },
  });
  expect(repeated).toEqual(paid);
  expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({
    stake: 0,
    reason: { code: 'bet-settled', error: 'This bet is settled already.' },
  });
  const timeline = (await ask('GET', `/bet/${id}/timeline`)).json<{ events: { type: string }[] }>();
  expect(timeline.events.map(({ type }) => type)).toEqual(['StakeTaken', 'CashedOut']);
  const settled = (await ask('GET', '/bet/history?show=settled')).json<{ _id: string }[]>();
  expect(settled.map(({ _id }) => _id)).toEqual([id]);
});

test('pays a part, and the bet runs on with the rest', async () => {
  const { ask, path } = await place('cy@example.com');
  const answer = await ask('POST', path, { amount: 4, stake: 5 });
  expect(answer.json<CashOutAnswer>()).toMatchObject({
    amount: 4.62,
    bet: { status: 'pending', payout: null, potentialPayout: 10, cashedOut: { stake: 5, paid: 4.62 } },
    wallet: { balance: 94.62, staked: 5 },
  });
  expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({ stake: 5, amount: 4.62, maximum: 10 });
});

test('refuses less than was seen with the value now, and amounts that cannot be', async () => {
  const { ask, path } = await place('dee@example.com');
  const refused = async (payload: object) => {
    const answer = await ask('POST', path, payload);
    return [answer.statusCode, answer.json<RefusalView>()];
  };
  expect(await refused({ amount: 9.25 })).toEqual([
    409,
    {
      code: 'value-fell',
      error: 'The value fell from $9.25 to $9.24. Nothing was cashed out.',
      details: { seen: 9.25, amount: 9.24 },
    },
  ]);
  expect(await refused({ amount: 1, stake: 10.01 })).toEqual([
    422,
    { code: 'part-invalid', error: 'At most $10.00 of the stake can be cashed out.' },
  ]);
  for (const payload of [{ amount: -1 }, { amount: 1.005 }, { amount: 1, stake: 0.001 }]) {
    expect(await refused(payload)).toEqual([422, { code: 'amount-invalid', error: 'Please enter a valid amount' }]);
  }
});

test('an automatic cash-out is refused below what the bet is worth, and set above it', async () => {
  const { ask, path } = await place('rule@example.com');
  const refused = await ask('PUT', `${path}/rule`, { target: 9.24 });
  expect([refused.statusCode, refused.json<RefusalView>()]).toEqual([
    409,
    { code: 'target-reached', error: 'This bet is worth $9.24 now. Cash it out now, or choose a higher amount.' },
  ]);
  expect((await ask('GET', path)).json<CashOutView>().rule).toBeUndefined();
  expect((await ask('PUT', `${path}/rule`, { target: 9.25 })).json<CashOutView>().rule).toEqual({ target: 9.25 });
});

test("another bettor's bet does not exist", async () => {
  const { path } = await place('eve@example.com');
  const { ask } = await place('fay@example.com');
  for (const answer of [await ask('GET', path), await ask('POST', path, { amount: 1 })]) {
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'bet-unknown', error: 'Bet not found.' }]);
  }
});

test('switched off, it says so and pays nothing', async () => {
  const { token, path } = await place('gil@example.com');
  const node = await buildTestNode(api.database, { cashOutMargin: undefined });
  const quote = await requestAs(node.app, token, 'GET', path);
  const paid = await requestAs(node.app, token, 'POST', path, { amount: 1 });
  await node.close();
  const reason = { code: 'cash-out-off', error: 'Cash-out is not offered for now.' };
  expect(quote.json<CashOutView>()).toMatchObject({ stake: 10, reason });
  expect([paid.statusCode, paid.json()]).toEqual([409, reason]);
});

test('an admin closes it everywhere, on a league, a market, a match or a market of a match, for each bet that is concerned', async () => {
  const { path, ask } = await place('hal@example.com');
  await openAccount(api, 'boss@example.com', 'admin');
  const boss = await logIn(api.app, 'boss@example.com');
  const order = (act: 'close' | 'open', on: object) =>
    requestAs(api.app, boss, 'POST', `/markets/${act}-cash-out`, { ...on, reason: 'prices in doubt' });
  const reason = { code: 'cash-out-off', error: 'Cash-out is not offered for Alpha Town Win for now.' };
  const matchId = match.id;
  for (const on of [{}, { league: 'soccer_epl' }, { market: 'h2h' }, { matchId }, { matchId, market: 'h2h' }]) {
    const closed = await order('close', on);
    expect([closed.statusCode, closed.json()]).toMatchObject([
      200,
      { closures: [{ closes: 'cash-out', reason: 'prices in doubt' }] },
    ]);
    expect((await order('close', on)).json()).toMatchObject({ code: 'closed-already' });
    expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({ stake: 10, reason });
    const paid = await ask('POST', path, { amount: 1 });
    expect([paid.statusCode, paid.json()]).toEqual([409, reason]);
    expect((await order('open', on)).json()).toEqual({ closures: [], limits: [] });
    expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({ amount: 9.24 });
  }
  const other = await createMatch(api.database.db, 'Gamma Town', 'Delta United');
  for (const on of [
    { league: 'soccer_spain_la_liga' },
    { market: 'totals' },
    { matchId: other.id },
    { matchId, market: 'totals' },
  ]) {
    expect((await order('close', on)).statusCode).toBe(200);
  }
  expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({ amount: 9.24 });
  const bet = { stake: 1, matches: [{ matchId, betOutcome: 'Alpha Town Win', odds: 2 }] };
  expect((await ask('POST', '/bet', bet)).statusCode).toBe(201);
  const detail = await requestAs(api.app, boss, 'GET', `/markets/${matchId}`);
  const { closures } = detail.json<OperatedMatchDetail>();
  expect(closures.map(({ scope }) => scope)).toEqual([`${matchId}/totals`, 'totals']);
  expect((await order('close', { league: 'soccer_epl', matchId })).statusCode).toBe(400);
});

test('an admin limits it: the value says what can be cashed out, more is refused, and the audit log has the limit', async () => {
  const { path, ask } = await place('ida@example.com');
  await openAccount(api, 'limits@example.com', 'admin');
  const admin = await logIn(api.app, 'limits@example.com');
  const limit = (payload: object) =>
    requestAs(api.app, admin, 'POST', '/markets/limit-cash-out', {
      matchId: match.id,
      reason: 'a large position',
      ...payload,
    });
  const set = await limit({ maxPayment: 5, maxMatchDay: null });
  expect([set.statusCode, set.json()]).toMatchObject([
    200,
    { limits: [{ scope: match.id, maxPayment: 5, maxMatchDay: null, by: { email: 'limits@example.com' } }] },
  ]);
  const reason = {
    code: 'cash-out-limit',
    error: 'At most $5.00 can be cashed out for now, for $5.41 of the stake.',
  };
  const most = { stake: 5.41, amount: 5 };
  expect((await ask('GET', path)).json<CashOutView>()).toMatchObject({ stake: 10, amount: 9.24, most, reason });
  const refused = await ask('POST', path, { amount: 9.24 });
  expect([refused.statusCode, refused.json()]).toEqual([409, { ...reason, details: most }]);
  expect((await ask('POST', path, { amount: 5, stake: 5.41 })).json<CashOutAnswer>()).toMatchObject({ amount: 5 });
  expect((await limit({ maxPayment: null, maxMatchDay: null })).json()).toMatchObject({ limits: [] });
  expect((await ask('GET', path)).json<CashOutView>()).toEqual(
    expect.not.objectContaining({ most: expect.anything() }),
  );
  for (const wrong of [{}, { maxPayment: 0, maxMatchDay: null }, { maxPayment: 1.001, maxMatchDay: null }]) {
    expect((await limit(wrong)).statusCode).toBe(400);
  }
  const { actions } = await listActions(api.database.db, { subject: `match:${match.id}`, limit: 2 });
  expect(actions).toMatchObject([
    { action: 'cash-out-limited', before: { maxPayment: 5 }, after: { maxPayment: null, maxMatchDay: null } },
    { action: 'cash-out-limited', before: null, after: { maxPayment: 5, maxMatchDay: null, on: 'all markets' } },
  ]);
});
