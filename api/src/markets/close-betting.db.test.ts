import type { BettingClosuresView, MatchRow, OperatedMatchesView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { listActions } from '@touchline/store/audit';
import { afterAll, expect, test, vi } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  confirmFeed,
  logIn,
  openAccount,
  openBettor,
  quote,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';

const api = await buildTestApp({ metricsToken: 'a-token-that-only-the-operator-knows' });
const second = await buildTestNode(api.database);
const [red] = (await quote(api.database, [{ name: 'Red' }])) as [MatchId];
await openAccount(api, 'boss@example.com', 'admin');
const boss = await logIn(api.app, 'boss@example.com');
const ada = (await openBettor(api, 'ada@example.com', 500)).token;
afterAll(async () => {
  await second.close();
  await api.close();
});

const call = ({ app }: Pick<TestApp, 'app'>, method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  requestAs(app, token, method, url, payload);
const order = (act: 'close' | 'open', payload: object = { reason: 'the feed is wrong' }) =>
  call(api, 'POST', `/markets/${act}-betting`, boss, payload);
const bet = (node: Pick<TestApp, 'app'> = api) =>
  call(node, 'POST', '/bet', ada, { stake: 1, matches: [{ matchId: red, betOutcome: 'Red United Win', odds: 2.1 }] });
const rowOn = async ({ app }: Pick<TestApp, 'app'>) => {
  const rows = (await app.inject({ method: 'GET', url: '/events' })).json<readonly MatchRow[]>();
  return rows.find(({ id }) => id === red);
};
const shown = async (node: Pick<TestApp, 'app'>) => {
  const row = await rowOn(node);
  return [row?.markets.h2h, row?.notes?.h2h?.why, row?.odds.homeWin];
};
const patience = { timeout: 60_000, interval: 20 };

test('closing betting applies on every node: prices lock and bets are refused with the reason until it reopens', async () => {
  expect((await bet(second)).statusCode).toBe(201);
  const before = (await rowOn(api))?.s ?? 0;
  const closed = (await order('close')).json<BettingClosuresView>();
  expect(closed.closures).toMatchObject([
    { scope: 'all', reason: 'the feed is wrong', by: { email: 'boss@example.com', name: 'Ada Bell' } },
  ]);
  for (const node of [api, second]) {
    const answer = await bet(node);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'betting-closed', error: 'All betting is closed for now. Nothing was staked.' },
    ]);
    await vi.waitFor(async () => expect(await shown(node)).toEqual(['suspended', 'betting-closed', 2.1]), patience);
  }
  expect((await rowOn(api))?.s).toBeGreaterThan(before);
  const history = await api.app.inject({ method: 'GET', url: `/events/${red}/history` });
  expect(history.json()).toMatchObject({ row: { notes: { h2h: { why: 'betting-closed' } } } });
  const metrics = await call(api, 'GET', '/metrics', 'a-token-that-only-the-operator-knows');
  expect(metrics.body).toContain('touchline_betting_closed{scope="all"} 1');

  // A match that the provider adds later is closed as well.
  await quote(api.database, [{ name: 'Red' }, { name: 'New' }]);
  await vi.waitFor(async () => {
    const rows = (await second.app.inject({ method: 'GET', url: '/events' })).json<readonly MatchRow[]>();
    expect(rows.map(({ notes }) => notes?.h2h?.why)).toEqual(['betting-closed', 'betting-closed']);
  }, patience);

  expect((await order('open', { reason: 'the feed is right' })).json()).toEqual({ closures: [], limits: [] });
  await confirmFeed(api.database, instant(Date.now()));
  expect((await bet()).statusCode).toBe(201);
  await vi.waitFor(async () => expect(await shown(second)).toEqual(['open', undefined, 2.1]), patience);
  const { actions } = await listActions(api.database.db, { subject: 'betting:all', limit: 5 });
  expect(actions).toMatchObject([
    { action: 'betting-opened', reason: 'the feed is right', actor: { email: 'boss@example.com' } },
    { action: 'betting-closed', reason: 'the feed is wrong', actor: { email: 'boss@example.com' } },
  ]);
});

test('closes a single league, refuses to close it twice, and requires a reason', async () => {
  const on = (league: string) => ({ league, reason: 'a leaked line-up' });
  expect((await order('close', on('soccer_spain_la_liga'))).statusCode).toBe(200);
  expect((await order('close', on('soccer_spain_la_liga'))).json()).toMatchObject({ code: 'closed-already' });
  expect((await order('open')).json()).toMatchObject({ code: 'open-already' });
  expect((await bet()).statusCode).toBe(201);
  await order('close', on('soccer_epl'));
  expect((await bet()).json()).toMatchObject({
    code: 'betting-closed',
    error: 'Betting on Premier League matches is closed for now. Nothing was staked.',
    details: { league: 'soccer_epl' },
  });
  const { closures } = (await call(api, 'GET', '/markets', boss)).json<OperatedMatchesView>();
  expect(closures.map(({ scope }) => scope)).toEqual(['soccer_epl', 'soccer_spain_la_liga']);
  expect((await order('close', { reason: ' ' })).statusCode).toBe(400);
  expect((await order('close', on('soccer_of_nowhere'))).statusCode).toBe(400);
});

test('money goes in and out while betting is closed', async () => {
  await order('close');
  const { token } = await openBettor(api, 'bea@example.com', 50);
  const withdrawn = await call(api, 'POST', '/payment/withdraw', token, {
    amount: 20,
    withdrawalMethod: 'paypal',
    paypalEmail: 'bea@example.com',
    password: testPassword,
  });
  expect(withdrawn.statusCode).toBeLessThan(300);
});
