import type { AddressInfo } from 'node:net';
import { type AdminTransactionView, adminRoom, type TransactionView } from '@touchline/core/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { type LiveClient, openSocket } from '../testing/live-client.ts';
import { buildTestApp, buildTestNode, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';
import {
  askDeposit,
  beginDeposit,
  historyOf,
  openCheckout,
  sendWebhook,
  verifyPayment,
} from '../testing/test-checkout.ts';
import { until } from '../testing/until.ts';

const lines: LiveClient[] = [];
const checkout = await openCheckout();
const api = await buildTestApp(checkout.env);
/** A node whose webhooks never arrive. */
const deaf = await buildTestNode(api.database, { ...checkout.env, webhookUrl: 'http://127.0.0.1:9/payment/webhook' });
checkout.deliverTo(api.app);
await api.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
await openAccount(api, 'boss@example.com', 'admin');
await openAccount(api, 'auditor@example.com', 'auditor');
const boss = await logIn(api.app, 'boss@example.com');
const auditor = await logIn(api.app, 'auditor@example.com');
afterAll(async () => {
  for (const line of lines) line.close();
  await deaf.close();
  await api.close();
  await checkout.close();
});

let bettors = 0;
async function bettor() {
  bettors += 1;
  return openBettor(api, `payer-${bettors}@example.com`);
}
const get = (path: string, token: string) => requestAs(api.app, token, 'GET', path);
const newest = async (token: string) => (await historyOf(api.app, token))[0];
const linkOf = async (token: string) => (await newest(token))?.checkoutUrl;
const paymentOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1) ?? '';
async function line(token: string): Promise<LiveClient> {
  const opened = await openSocket(url, { token });
  lines.push(opened);
  return opened;
}

test('an open deposit links its bettor to the payment page wherever it is shown, until it expires', async () => {
  const { token } = await bettor();
  const before = Date.now();
  const begun = await beginDeposit(deaf.app, token, 10, 'creditcard');
  const shown = [
    begun.transaction,
    await newest(token),
    (await verifyPayment(deaf.app, token, begun.transactionId)).transaction,
  ];
  expect(shown.map((one) => one?.checkoutUrl)).toEqual(shown.map(() => begun.checkoutUrl));
  // A card can be charged for half an hour; the provider writes whole seconds.
  const leftMs = Date.parse(begun.transaction.checkoutExpiresAt ?? '') - before;
  expect(leftMs).toBeGreaterThan(1_799_000);
  expect(new Set(shown.map((one) => one?.checkoutExpiresAt)).size).toBe(1);
  expect(await (await fetch(begun.checkoutUrl)).text()).toContain('USD 10.00');
});

describe('it is gone', () => {
  test.each([
    ['paid', 'completed'],
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['expired', 'canceled'],
  ])('when the payment is %s', async (choice, status) => {
    const { token } = await bettor();
    const { checkoutUrl, transactionId } = await beginDeposit(deaf.app, token, 10, 'creditcard');
    await checkout.choose(checkoutUrl, choice);
    const { transaction } = await verifyPayment(deaf.app, token, transactionId);
    expect([transaction, await newest(token)]).toEqual([transaction, transaction]);
    expect([transaction.status, transaction.checkoutUrl, transaction.checkoutExpiresAt]).toEqual([
      status,
      undefined,
      undefined,
    ]);
  });

  test('when another amount was paid and it waits for a person', async () => {
    const { token } = await bettor();
    const { checkoutUrl, transactionId } = await beginDeposit(deaf.app, token, 10, 'paypal');
    await checkout.bank(paymentOf(checkoutUrl), 'pay-other', { value: '20.00' });
    expect((await verifyPayment(deaf.app, token, transactionId)).transaction.checkoutUrl).toBeUndefined();
    expect(await linkOf(token)).toBeUndefined();
  });

  test('when it has expired, though the provider has not reported it yet', async () => {
    const { token } = await bettor();
    const { transactionId } = await beginDeposit(deaf.app, token, 10, 'paypal');
    await api.database.pool.query(`update transactions set checkout_expires_at = now() where id = $1`, [transactionId]);
    const { status, checkoutUrl } = (await newest(token)) ?? {};
    expect([status, checkoutUrl]).toEqual(['initiated', undefined]);
  });
});

test('only its owner gets the link: no other bettor, admin or auditor, no admin push and no data download', async () => {
  const [mine, other] = [await bettor(), await bettor()];
  const [hers, theirs, admin] = [await line(mine.token), await line(other.token), await line(boss)];
  expect((await admin.subscribe(adminRoom)).ok).toBe(true);
  const pushed: TransactionView[] = [];
  const seen: AdminTransactionView[] = [];
  const overheard: unknown[] = [];
  hers.socket.on('transaction', (one) => pushed.push(one));
  admin.socket.on('desk', (one) => seen.push(one));
  admin.socket.on('transaction', (one) => overheard.push(one));
  theirs.socket.onAny((event: string, what: unknown) => event !== 'hb' && event !== 'tick' && overheard.push(what));

  const { checkoutUrl, transactionId } = await beginDeposit(api.app, mine.token, 10, 'paypal');
  await until(() => pushed.length === 1 && seen.length === 1);
  expect(pushed[0]).toEqual(await newest(mine.token));
  expect(pushed[0]?.checkoutUrl).toBe(checkoutUrl);

  const others = [
    ...(await Promise.all(
      [
        `/payment/all?user=${mine.user.id}`,
        '/payment/all',
        `/players/${mine.user.id}`,
        `/audit?limit=200`,
        `/payment/verify/${transactionId}`,
      ].flatMap((path) => [get(path, boss), get(path, auditor), get(path, other.token)]),
    )),
    await get('/payment/history', other.token),
    await get('/auth/download', mine.token),
  ].map(({ body }) => body);
  expect(others.some((body) => body.includes(transactionId))).toBe(true);
  for (const text of [...others, JSON.stringify(seen), JSON.stringify(overheard)]) {
    expect(text).not.toMatch(/\/checkout\/|checkoutUrl|checkoutExpiresAt/);
  }

  await checkout.choose(checkoutUrl, 'paid');
  await until(() => pushed.length === 2 && seen.length === 2);
  expect(pushed.map(({ version, status, checkoutUrl: link }) => [version, status, link])).toEqual([
    [2, 'initiated', checkoutUrl],
    [3, 'completed', undefined],
  ]);
  expect(JSON.stringify([seen, overheard])).not.toMatch(/checkout/i);
});

test('asks for a retry of a webhook that arrives before the payment is stored, and the same request stores it', async () => {
  const { token } = await bettor();
  const key = 'noted-late';
  const ask = () => askDeposit(deaf.app, token, { amount: 10, paymentMethod: 'paypal' }, key);
  const { checkoutUrl, transactionId } = (await ask()).json();
  await api.database.pool.query(
    'update transactions set checkout_url = null, checkout_expires_at = null, provider_payment_id = null where id = $1',
    [transactionId],
  );
  const asked = checkout.calls.length;
  expect((await sendWebhook(api.app, `id=${paymentOf(checkoutUrl)}`)).statusCode).toBe(503);
  expect(checkout.calls.length).toBe(asked);
  const again = (await ask()).json();
  expect([again.checkoutUrl, again.transaction.version, await linkOf(token)]).toEqual([checkoutUrl, 3, checkoutUrl]);
  expect((await sendWebhook(api.app, `id=${paymentOf(checkoutUrl)}`)).statusCode).toBe(200);
});

test('the description of the API says who sees the payment page', async () => {
  const { paths } = (await api.app.inject({ url: '/docs/json' })).json();
  const item = (path: string) => {
    const { schema } = paths[path].get.responses['200'].content['application/json'];
    return schema.items.properties;
  };
  expect(item('/payment/history').checkoutUrl.description).toContain('only the owner sees it');
  expect(Object.keys(item('/payment/all'))).not.toContain('checkoutUrl');
});
