import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransactionId } from '@touchline/core/ids';
import { minutes } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { createSandbox, type Sandbox } from '@touchline/sandbox/create';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMollie } from './mollie.ts';
import { type NewPayment, ProviderDown } from './provider.ts';

const key = 'test_sandbox0000000000000000000000';
let sandbox: Sandbox;
let ahead = 0;
beforeAll(async () => {
  sandbox = await createSandbox({ mollieApiKey: key, now: () => Date.now() + ahead });
});
afterAll(() => sandbox.close());

const wanted = (changes: Partial<NewPayment> = {}): NewPayment => ({
  transactionId: crypto.randomUUID() as string as TransactionId,
  charge: { currency: 'EUR', amount: 920 },
  credit: cents(1_000),
  method: 'ideal',
  description: 'Deposit',
  redirectUrl: 'http://localhost/payment/return/1',
  webhookUrl: 'http://127.0.0.1:9/payment/webhook',
  ...changes,
});
const mollie = () => createMollie({ url: sandbox.url, key });
const made = async (changes: Partial<NewPayment> = {}) => {
  const payment = wanted(changes);
  const created = await mollie().create(payment);
  if (!created.ok) throw new Error(created.refusal.detail);
  return { ...created.value, transactionId: payment.transactionId };
};
const bank = (id: string, what: string, body: object = {}) =>
  fetch(`${sandbox.url}/payments/api/${id}/${what}`, { method: 'POST', body: JSON.stringify(body) });

test('returns a created payment with exactly what was requested', async () => {
  const before = Date.now();
  const { id, checkout, transactionId } = await made();
  expect(checkout.url).toBe(`${sandbox.url}/checkout/${id}`);
  // An iDEAL payment can be paid for a quarter of an hour; the wire has whole seconds.
  expect(checkout.expiresAt).toBeGreaterThan(before + minutes(15) - 1_001);
  expect(checkout.expiresAt).toBeLessThanOrEqual(Date.now() + minutes(15));
  expect(await mollie().read(id)).toEqual({
    id,
    status: 'open',
    currency: 'EUR',
    amount: 920,
    failureReason: null,
    transactionId,
    promised: { cents: 1_000, charge: 920 },
    paidAt: null,
    payer: null,
    refunding: 0,
    reversals: [],
  });
});

test('creates one payment for concurrent requests of a transaction', async () => {
  const payment = wanted();
  const all = await Promise.all(Array.from({ length: 8 }, () => mollie().create(payment)));
  expect(new Set(all.map((created) => created.ok && created.value.id)).size).toBe(1);
});

test('returns why a card failed', async () => {
  const { id } = await made({ method: 'creditcard', charge: { currency: 'EUR', amount: 100_400 } });
  await bank(id, 'status', { status: 'paid' });
  expect(await mollie().read(id)).toMatchObject({ status: 'failed', failureReason: 'card_expired' });
});

test('counts refunds once under way and chargebacks at once, until they fail or are won', async () => {
  const { id } = await made({ method: 'creditcard' });
  await bank(id, 'status', { status: 'paid' });
  const reversals = async () =>
    (await mollie().read(id))?.reversals.map(({ kind, amount, state }) => [kind, amount, state]);
  await bank(id, 'refund', { value: '2.00' });
  expect(await reversals()).toEqual([]);
  ahead += 5_000;
  expect(await reversals()).toEqual([['refund', 200, 'taken']]);
  const [refund] = (await mollie().read(id))?.reversals ?? [];
  await bank(id, 'fail-refund', { refundId: refund?.reversalId });
  ahead += 5_000;
  await bank(id, 'chargeback');
  expect(await reversals()).toEqual([
    ['refund', 200, 'returned'],
    ['chargeback', 920, 'taken'],
  ]);
  await bank(id, 'win-dispute');
  expect((await reversals())?.[1]).toEqual(['chargeback', 920, 'returned']);
});

test('refunds what is left of a payment once per round, and nothing of one that is not paid', async () => {
  const open = await made();
  const { id, transactionId } = await made({ method: 'creditcard' });
  await bank(id, 'status', { status: 'paid' });
  await bank(id, 'refund', { value: '2.00' });
  const refund = { paymentId: id, transactionId, round: 1, description: 'Refund' };
  // It may still fail, and then more is left.
  expect(await mollie().refund(refund)).toMatchObject({ value: { refundId: null, status: 'pending', amount: 0 } });
  ahead += minutes(1);
  const all = await Promise.all([1, 2, 3].map(() => mollie().refund(refund)));
  const [first] = all;
  expect(all.map((created) => created.ok && created.value)).toEqual(
    all.map(() => ({
      kind: 'reported',
      refundId: expect.stringMatching(/^re_/),
      status: 'pending',
      currency: 'EUR',
      amount: 720,
    })),
  );
  expect(new Set(all.map((created) => created.ok && created.value.refundId)).size).toBe(1);
  expect(await mollie().refund({ ...refund, round: 2 })).toMatchObject({ value: { refundId: null, amount: 0 } });
  const refundId = (first?.ok && first.value.refundId) || '';
  await bank(id, 'fail-refund', { refundId });
  expect(await mollie().readRefund(id, refundId)).toMatchObject({ refundId, status: 'failed' });
  expect(await mollie().refund({ ...refund, round: 2 })).toMatchObject({ value: { status: 'pending', amount: 720 } });
  await expect(mollie().refund({ ...refund, paymentId: open.id })).rejects.toThrow(ProviderDown);
});

test('returns undefined for an unknown payment or refund', async () => {
  const created = await mollie().create(wanted());
  if (!created.ok) throw new Error(created.refusal.detail);
  const { transactionId } = wanted();
  expect([
    await mollie().read('tr_unknown123'),
    await mollie().readRefund(created.value.id, 're_unknown'),
    await mollie().readRefund('tr_unknown123', 're_unknown'),
    await mollie().findRefund({ paymentId: 'tr_unknown123', transactionId, round: 1 }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

test('refuses an amount outside the limits of the method', async () => {
  expect(await mollie().create(wanted({ charge: { currency: 'EUR', amount: 5_000_001 } }))).toMatchObject({
    ok: false,
    refusal: { code: 'provider-refused' },
  });
});

test('reports an unusable webhook URL as a provider failure, not a refusal', async () => {
  await expect(mollie().create(wanted({ webhookUrl: 'here' }))).rejects.toThrow(ProviderDown);
});

test.each(['javascript:alert(1)', 'data:text/html,pay', 'here', ''])(
  'rejects a checkout link that is not a web page: %s',
  async (href) => {
    const { id } = await made();
    const asking = { headers: { authorization: `Bearer ${key}` } };
    const text = await (await fetch(`${sandbox.url}/v2/payments/${id}`, asking)).text();
    const strange = await listen((_request, response) => {
      response.setHeader('content-type', 'application/hal+json');
      response.end(text.replace(`${sandbox.url}/checkout/${id}`, href));
    });
    await expect(createMollie({ url: strange, key }).create(wanted())).rejects.toThrow(ProviderDown);
  },
);

test('treats a wrong key, and an unreachable, silent or garbled provider, as down', async () => {
  const silent = await listen(() => {});
  const nonsense = await listen((_request, response) => response.end('{"resource":"payment","id":7}'));
  const down = [
    createMollie({ url: sandbox.url, key: 'test_of_another_shop_0000000000000' }),
    createMollie({ url: 'http://127.0.0.1:9', key }),
    createMollie({ url: silent, key, answerWithinMs: 50 }),
    createMollie({ url: nonsense, key }),
  ];
  for (const each of down) {
    await expect(each.read('tr_1')).rejects.toThrow(ProviderDown);
    await expect(each.create(wanted())).rejects.toThrow(ProviderDown);
  }
});

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
