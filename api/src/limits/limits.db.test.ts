import type { LimitsView, ProfileView, RefusalView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { excludePlayer } from '@touchline/store/limits';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  openAccount,
  openBettor,
  quote,
  requestAs,
  testPassword,
} from '../testing/test-app.ts';
import { askDeposit, beginDeposit, openCheckout, verifyPayment } from '../testing/test-checkout.ts';

const checkout = await openCheckout();
const api = await buildTestApp(checkout.env);
const node = await buildTestNode(api.database, checkout.env);
const [red] = (await quote(api.database, [{ name: 'Red', home: '2.1' }])) as [MatchId];
afterAll(async () => {
  await node.close();
  await api.close();
  await checkout.close();
});

let bettors = 0;
async function bettor(dollars = 0) {
  bettors += 1;
  const { user, token } = await openBettor(api, `limits-${bettors}@touchline.test`, dollars);
  const call = requestAs.bind(undefined, api.app, token);
  const limit = (kind: string, amount: number | null, period = 'day') =>
    call('PUT', '/limits', { kind, period, amount });
  const bet = (stake: number) =>
    call('POST', '/bet', { stake, matches: [{ matchId: red, betOutcome: 'Red United Win', odds: 2.1 }] });
  const deposit = (amount: number, on = api.app) => askDeposit(on, token, { amount, paymentMethod: 'paypal' });
  return { user, token, call, limit, bet, deposit };
}
const find = (view: LimitsView, kind: string, period = 'day') =>
  view.limits.find((one) => one.kind === kind && one.period === period);

describe('limits', () => {
  test('are all nine shown, none set, before anything was', async () => {
    const { call } = await bettor();
    const view = (await call('GET', '/limits')).json<LimitsView>();
    expect(view.limits.map(({ kind, period, amount, used }) => [kind, period, amount, used])).toEqual(
      ['deposit', 'stake', 'loss'].flatMap((kind) => ['day', 'week', 'month'].map((period) => [kind, period, null, 0])),
    );
    expect([view.exclusion, view.realityCheckMinutes]).toEqual([null, null]);
  });

  test('decrease at once and increase a day later, and show the waiting change', async () => {
    const { limit } = await bettor();
    expect(find((await limit('stake', 50)).json(), 'stake')).toMatchObject({ amount: 50, next: null });
    const raised = find((await limit('stake', null)).json(), 'stake');
    const waitsMs = Date.parse(raised?.next?.from ?? '') - Date.now();
    expect([raised?.amount, raised?.next?.amount, Math.round(waitsMs / 3_600_000)]).toEqual([50, null, 24]);
    expect(find((await limit('stake', 20)).json(), 'stake')).toMatchObject({ amount: 20, next: null });
  });

  test.each([-5, 10.001, 1e9])('refuses $%s and changes nothing', async (amount) => {
    const { limit, call } = await bettor();
    const refused = await limit('loss', amount);
    expect([refused.statusCode, refused.json<RefusalView>().code]).toEqual([422, 'limit-invalid']);
    expect(find((await call('GET', '/limits')).json(), 'loss')?.amount).toBeNull();
  });

  test('refuse a stake that exceeds them: what is used, when it would be accepted, and that nothing was staked', async () => {
    const { limit, bet } = await bettor(100);
    await limit('stake', 30);
    expect((await bet(20)).statusCode).toBe(201);
    const refused = await bet(10.01);
    const view = refused.json<RefusalView>();
    expect([refused.statusCode, view.code]).toEqual([409, 'limit-reached']);
    expect(view.error).toMatch(
      /^This would pass your stake limit of \$30\.00 in 24 hours: \$20\.00 is staked\. It is within your limit again from .* UTC\. Nothing was staked\.$/,
    );
    expect(view.details).toMatchObject({ kind: 'stake', period: 'day', limit: 30, used: 20 });
  });
});

describe('of several limits that are passed, the refusal names the one that stays passed for longest', () => {
  test('for a deposit: the week, whose time is when the same deposit is accepted', async () => {
    const { limit, deposit, token } = await bettor();
    await limit('deposit', 50);
    await limit('deposit', 50, 'week');
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 50, 'paypal');
    await checkout.choose(checkoutUrl, 'paid');
    await verifyPayment(api.app, token, transactionId);
    const { rows } = await api.database.pool.query<{ again: number }>(
      `select updated_at + interval '7 days' as again from transactions where id = $1`,
      [transactionId],
    );
    const view = (await deposit(50)).json<RefusalView>();
    expect(view.error).toMatch(/^This would pass your deposit limit of \$50\.00 in 7 days: /);
    expect(view.details).toMatchObject({ period: 'week', again: new Date(rows[0]?.again ?? 0).toISOString() });
  });

  test('for a bet: the loss limit, which waits for the result of an open bet and not for a time', async () => {
    const { limit, bet } = await bettor(100);
    await limit('stake', 30);
    await limit('loss', 30);
    expect((await bet(20)).statusCode).toBe(201);
    const view = (await bet(10.01)).json<RefusalView>();
    expect(view.error).toBe(
      'This would pass your loss limit of $30.00 in 24 hours: $20.00 is lost or at stake. Nothing was staked.',
    );
    expect(view.details).toEqual({ kind: 'loss', period: 'day', limit: 30, used: 20 });
  });
});

describe('a deposit limit', () => {
  test('counts open checkouts: ten of them cannot exceed it', async () => {
    const { limit, deposit, call } = await bettor();
    await limit('deposit', 50);
    const statuses = [];
    for (let nth = 0; nth < 10; nth += 1) statuses.push((await deposit(20)).statusCode);
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409, 409, 409, 409, 409]);
    const refused = (await deposit(20)).json<RefusalView>();
    expect(refused.error).toBe(
      'This would pass your deposit limit of $50.00 in 24 hours: $40.00 is deposited or being paid. Nothing was charged.',
    );
    expect(find((await call('GET', '/limits')).json(), 'deposit')?.used).toBe(40);
  });

  test('gives way for a checkout that was canceled', async () => {
    const { limit, deposit, token } = await bettor();
    await limit('deposit', 20);
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 20, 'paypal');
    await checkout.choose(checkoutUrl, 'canceled');
    await verifyPayment(api.app, token, transactionId);
    expect((await deposit(20)).statusCode).toBe(201);
  });

  test('takes one of two deposits at once on two nodes, 50 times', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { limit, deposit } = await bettor();
      await limit('deposit', 30);
      const both = await Promise.all([deposit(20, api.app), deposit(20, node.app)]);
      expect(both.map((answer) => answer.statusCode).toSorted()).toEqual([201, 409]);
    }
  });

  test('does not stand in the way of the answer to a deposit that was begun before', async () => {
    const { limit, token } = await bettor();
    const body = { amount: 20, paymentMethod: 'paypal' };
    const first = await askDeposit(api.app, token, body, 'before');
    await limit('deposit', 1);
    expect((await askDeposit(api.app, token, body, 'before')).json()).toEqual(first.json());
  });
});

describe('an excluded bettor', () => {
  test('blocks bets and deposits but not views and withdrawals; refunds a deposit paid later', async () => {
    const { user, token, call, bet, deposit } = await bettor(100);
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 25, 'paypal');
    const begun = (await call('POST', '/limits/exclusion', { kind: 'time-out', days: 7 })).json<LimitsView>();
    expect(Math.round((Date.parse(begun.exclusion?.until ?? '') - Date.now()) / 86_400_000)).toBe(7);
    const [noBet, noDeposit] = [await bet(10), await deposit(10)];
    expect([noBet.statusCode, noDeposit.statusCode]).toEqual([409, 409]);
    const [betWords, depositWords] = [noBet, noDeposit].map((answer) => answer.json<RefusalView>());
    expect(betWords?.error).toMatch(/^You are taking a time-out until .* UTC\. Nothing was staked\.$/);
    expect(depositWords?.error).toMatch(/Nothing was charged\.$/);
    expect(betWords?.details).toEqual({ kind: 'time-out', until: begun.exclusion?.until });
    await checkout.choose(checkoutUrl, 'paid');
    expect((await verifyPayment(api.app, token, transactionId)).status).toBe('cancelled');
    const paypal = {
      withdrawalMethod: 'paypal',
      paypalEmail: 'ada@touchline.test',
      forfeitBonus: true,
      password: testPassword,
    };
    expect((await call('POST', '/payment/withdraw', { amount: 100, ...paypal })).statusCode).toBe(201);
    expect((await readWallet(api.database.db, user.walletId))?.wallet).toMatchObject({
      cash: 0,
      held: 10_000,
      bonus: 0,
    });
    for (const url of ['/bet/history', '/payment/history', '/auth/me'])
      expect((await call('GET', url)).statusCode).toBe(200);
    expect((await call('GET', '/bonus')).json().offer.percent).toBe(0);
  });

  test('has it in their profile while it runs, the one that ends last', async () => {
    const { user, call } = await bettor();
    const shown = async () => (await call('GET', '/auth/me')).json<ProfileView>().exclusion;
    await api.database.pool.query(
      `insert into exclusions (wallet_id, kind, since, until, actor)
       values ($1, 'time-out', now() - interval '2 days', now() - interval '1 day', $2)`,
      [user.walletId, `user:${user.id}`],
    );
    expect(await shown()).toBeUndefined();
    const begun = (await call('POST', '/limits/exclusion', { kind: 'time-out', days: 1 })).json<LimitsView>();
    expect(await shown()).toEqual(begun.exclusion);
    const admin = await openAccount(api, 'limits-admin@touchline.test', 'admin');
    const wanted = { cause: 'fraud', days: null, reason: 'Plays for another person.' } as const;
    const by = { admin: admin.id, requestId: 'r-1' };
    await excludePlayer(api.database.db, { userId: user.id, walletId: user.walletId }, wanted, by);
    expect(await shown()).toMatchObject({ kind: 'operator', until: null });
  });

  test('cannot shorten it', async () => {
    const { call } = await bettor();
    await call('POST', '/limits/exclusion', { kind: 'self-exclusion', days: null });
    const refused = await call('POST', '/limits/exclusion', { kind: 'time-out', days: 1 });
    expect([refused.statusCode, refused.json<RefusalView>().error]).toEqual([
      409,
      'You are already excluded for good. This cannot be shortened.',
    ]);
  });

  test.each([
    { kind: 'time-out', days: 60 },
    { kind: 'time-out', days: null },
    { kind: 'self-exclusion', days: 30 },
  ])('is not made by %o', async (wanted) => {
    const { call } = await bettor();
    const refused = await call('POST', '/limits/exclusion', wanted);
    expect([refused.statusCode, refused.json<RefusalView>().code]).toEqual([422, 'exclusion-length']);
  });
});

test('stores a reality check, which shows the stakes since a moment of the last 30 days', async () => {
  const { call, bet } = await bettor(100);
  const set = await call('PUT', '/limits/reality-check', { minutes: 30 });
  expect(set.json<LimitsView>().realityCheckMinutes).toBe(30);
  expect((await call('PUT', '/limits/reality-check', { minutes: 3 })).statusCode).toBe(400);
  await bet(12.5);
  const since = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  expect((await call('GET', `/limits/play?since=${since(1)}`)).json()).toMatchObject({ staked: 12.5, net: 0 });
  for (const hoursAgo of [24 * 40, -1]) {
    expect((await call('GET', `/limits/play?since=${since(hoursAgo)}`)).statusCode).toBe(422);
  }
});
