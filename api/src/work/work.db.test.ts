import type {
  AdminTransactionView,
  OperatedMatchDetail,
  OperatedMatchesView,
  WorkView,
} from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { openIncident, saveDoubts } from '@touchline/store/matches';
import { tamper } from '@touchline/store/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  buildTestApp,
  creditDollars,
  logIn,
  openAccount,
  openBettor,
  quote,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';

let api: TestApp;
let boss: string;
let ada: Awaited<ReturnType<typeof openBettor>>;
let red: MatchId;
let blue: MatchId;
beforeAll(async () => {
  api = await buildTestApp({ fourEyes: cents(1_000_000) });
  [red, blue] = (await quote(api.database, [{ name: 'Red' }, { name: 'Blue' }])) as [MatchId, MatchId];
  await openAccount(api, 'boss@example.com', 'admin');
  boss = await logIn(api.app, 'boss@example.com');
  ada = await openBettor(api, 'ada@example.com', 500);
});
afterAll(() => api.close());

const call = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  requestAs(api.app, token, method, url, payload);
const work = async () => (await call('GET', '/work', boss)).json<WorkView>();
const feed = (view: WorkView, name: string) => view.feeds.find((each) => each.feed === name);
const bet = (stake: number, matchId: MatchId, name: string) =>
  call('POST', '/bet', ada.token, { stake, matches: [{ matchId, betOutcome: `${name} United Win`, odds: 2.1 }] });
const none = { count: 0, oldest: null };

test('reports no open work when there is none', async () => {
  expect(await work()).toMatchObject({
    withdrawals: { ...none, amount: 0 },
    deposits: { ...none, amount: 0 },
    failedReturns: { ...none, amount: 0 },
    matches: none,
    cases: { verification: none, reconciliation: none, investigation: none },
    liabilities: [],
  });
});

test('counts the withdrawals that wait, with the age of the oldest, as the list that the figure links to', async () => {
  for (const amount of [20, 30.5]) {
    const asked = await call('POST', '/payment/withdraw', ada.token, {
      ...{ amount, withdrawalMethod: 'paypal', paypalEmail: 'ada@example.com', password: testPassword },
    });
    expect(asked.statusCode).toBeLessThan(300);
  }
  const list = (await call('GET', '/payment/all?status=pending&type=withdrawal&order=asc', boss)).json<
    AdminTransactionView[]
  >();
  expect((await work()).withdrawals).toEqual({ count: 2, amount: 50.5, oldest: list[0]?.createdAt });
});

test('counts flagged deposits until they are decided', async () => {
  const text = `
    insert into transactions (id, version, wallet_id, type, method, amount, status, flags, created_at, updated_at)
    values (gen_random_uuid(), 1, $1, 'deposit', 'ideal', 4000, 'pending', '{amount-differs}', now(), now())`;
  await api.database.pool.query(text, [ada.user.walletId]);
  const list = await call('GET', '/payment/all?type=deposit&flag=amount-differs,paid-after-close', boss);
  expect(list.json()).toHaveLength(1);
  expect((await work()).deposits).toMatchObject({ count: 1, amount: 40 });
  await api.database.pool.query(`update transactions set flags = '{}', status = 'failed' where flags <> '{}'`);
  expect((await work()).deposits).toEqual({ ...none, amount: 0 });
});

test('lists closed accounts whose balance is not 0, and no others', async () => {
  const { user } = await openBettor(api, 'closed@example.com');
  await api.database.pool.query(
    `insert into closed_accounts (user_id, wallet_id, closed_at, closed_by, identity_sealed, keep_until)
      values ($1, $2, now(), 'owner', 'sealed', now())`,
    [user.id, user.walletId],
  );
  expect((await work()).closedBalances).toBeUndefined();
  // As a chargeback that was won: the money comes back to the wallet.
  await creditDollars(api, user, 40);
  expect((await work()).closedBalances).toEqual([{ userId: user.id, balance: 40, closedAt: expect.any(String) }]);
});

test('lists the largest liabilities, worst first, as the pages of the matches do', async () => {
  expect((await bet(10, red, 'Red')).statusCode).toBe(201);
  expect((await bet(40, blue, 'Blue')).statusCode).toBe(201);
  const { liabilities } = await work();
  expect(liabilities).toMatchObject([
    { matchId: blue, homeTeam: 'Blue United', loss: 44 },
    { matchId: red, homeTeam: 'Red United', loss: 11 },
  ]);
  for (const { matchId, score, loss } of liabilities) {
    const { profitAtScores } = (await call('GET', `/markets/${matchId}`, boss)).json<OperatedMatchDetail>();
    const there = profitAtScores.find(({ home, away }) => home === score.home && away === score.away);
    expect(there?.profit).toBe(-loss);
    expect(Math.min(...profitAtScores.map(({ profit }) => profit))).toBe(-loss);
  }
});

test('counts a match that needs a decision once, and lists it however long ago it ended', async () => {
  const at = instant(Date.now() - minutes(90));
  const doubt = { matchId: red, kind: 'result-late', subject: 'Red', facts: { score: '2-1' } } as const;
  const other = { ...doubt, kind: 'score-corrected' } as const;
  await api.database.db.transaction().execute((trx) => saveDoubts(trx, [doubt, other], at));
  await api.database.pool.query(
    `update matches set status = 'finished', home_score = 2, away_score = 1, ended_at = now() - interval '30 days' where id = $1`,
    [red],
  );
  expect((await work()).matches).toEqual({ count: 1, oldest: new Date(at).toISOString() });
  const { matches } = (await call('GET', '/markets', boss)).json<OperatedMatchesView>();
  expect(matches.filter(({ reviews }) => reviews.length > 0).map(({ matchId }) => matchId)).toEqual([red]);
});

test('counts open cases by their kind, and links to as many', async () => {
  await call('POST', '/cases', boss, { title: 'Two accounts of one person' });
  const { cases } = await work();
  expect(cases).toMatchObject({ investigation: { count: 1 }, verification: none, reconciliation: none });
  const list = (await call('GET', '/cases?kind=investigation&state=open', boss)).json<{ cases: unknown[] }>();
  expect(list.cases).toHaveLength(1);
});

test('reports the feeds: what fails, with the reason, and what works', async () => {
  // No worker and no signer runs in this test, and match Red has ended long ago without being settled.
  const before = await work();
  expect(feed(before, 'worker')).toEqual({ feed: 'worker', isOk: false, text: 'No worker polls and settles.' });
  expect(feed(before, 'results')).toMatchObject({ isOk: false, text: '1 ended match not settled.' });
  expect(feed(before, 'payments')).toMatchObject({ isOk: true });
  const odds = async () => feed(await work(), 'odds');
  await vi.waitFor(async () => expect(await odds()).toMatchObject({ isOk: true, text: 'Prices are confirmed.' }), {
    ...{ timeout: 60_000, interval: 50 },
  });
  await openIncident(api.database.db, {
    ...{ provider: 'test', kind: 'refused-us', problem: '401' },
    openedAt: instant(Date.now()),
  });
  await tamper(api.database, `update letters set asked_at = now() - interval '1 hour' where ended_at is null`);
  const after = await work();
  expect(feed(after, 'odds')).toMatchObject({ isOk: false, text: 'The odds provider refuses our key or credits.' });
  expect(feed(after, 'email')?.text).toMatch(/not sent for 20 minutes\.$/);
});
