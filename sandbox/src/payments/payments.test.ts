import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { listenForWebhooks } from '../testing/listen.ts';
import { START, startSandbox } from '../testing/start.ts';
import { ATTEMPTS_AT_MINUTES } from './webhooks.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

const ORDER = {
  amount: { currency: 'EUR', value: '10.00' },
  description: 'Deposit 1',
  redirectUrl: 'http://localhost/return?tx=1',
};
const create = async (extra: object = {}) => (await world.mollie('POST', '/payments', { ...ORDER, ...extra })).value;
const get = async (id: string) => (await world.mollie('GET', `/payments/${id}`)).value;
const choose = (id: string, choice: string, method?: string) =>
  world.call(
    'POST',
    `/checkout/${id}`,
    new URLSearchParams({ choice, ...(method === undefined ? {} : { method }) }).toString(),
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  );
const bank = (id: string, what: string, body: object = {}) => world.call('POST', `/payments/api/${id}/${what}`, body);

test('a new payment is open, with the merchant’s fields and a checkout link', async () => {
  const made = await world.mollie('POST', '/payments', {
    ...ORDER,
    method: 'ideal',
    webhookUrl: 'http://localhost/hook',
    cancelUrl: 'http://localhost/cancel',
    locale: 'en_US',
    metadata: { txId: '1' },
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('content-type')).toBe('application/hal+json; charset=utf-8');
  const { id } = made.value;
  expect(id).toMatch(/^tr_[0-9a-zA-Z]{10}$/);
  const self = `${world.sandbox.url}/v2/payments/${id}`;
  expect(made.value).toEqual({
    resource: 'payment',
    id,
    mode: 'test',
    createdAt: '2026-11-20T14:00:00+00:00',
    amount: ORDER.amount,
    description: 'Deposit 1',
    method: 'ideal',
    metadata: { txId: '1' },
    status: 'open',
    isCancelable: false,
    expiresAt: '2026-11-20T14:15:00+00:00',
    locale: 'en_US',
    profileId: 'pfl_sandbox001',
    sequenceType: 'oneoff',
    redirectUrl: ORDER.redirectUrl,
    cancelUrl: 'http://localhost/cancel',
    webhookUrl: 'http://localhost/hook',
    details: null,
    _links: {
      self: { href: self, type: 'application/hal+json' },
      checkout: { href: `${world.sandbox.url}/checkout/${id}`, type: 'text/html' },
      dashboard: { href: `${world.sandbox.url}/payments#${id}`, type: 'text/html' },
      documentation: { href: 'https://docs.mollie.com/reference/get-payment', type: 'text/html' },
    },
  });
  expect(await get(id)).toEqual(made.value);
});

test.each([
  ['creditcard', '2026-11-20T14:30:00+00:00'],
  ['ideal', '2026-11-20T14:15:00+00:00'],
  ['bancontact', '2026-11-20T15:00:00+00:00'],
  ['paypal', '2026-11-23T14:00:00+00:00'],
])('a payment by %s expires after that method’s period', async (method, expiresAt) => {
  const { id, expiresAt: actual } = await create({ method });
  expect(actual).toBe(expiresAt);
  world.clock.at = Date.parse(expiresAt) - 1;
  expect((await get(id)).status).toBe('open');
  world.clock.at += 1;
  expect(await get(id)).toMatchObject({ status: 'expired', expiredAt: expiresAt });
});

test.each([
  ['paid', 'paidAt'],
  ['failed', 'failedAt'],
  ['canceled', 'canceledAt'],
  ['expired', 'expiredAt'],
])(
  'choosing %s redirects to the merchant with 303 and makes the payment final, without a checkout link',
  async (choice, field) => {
    const { id } = await create({ method: 'ideal' });
    const answer = await choose(id, choice);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, ORDER.redirectUrl]);
    const payment = await get(id);
    expect(payment).toMatchObject({ status: choice, [field]: '2026-11-20T14:00:00+00:00' });
    expect(payment._links.checkout).toBeUndefined();
    await choose(id, 'paid');
    expect((await get(id)).status).toBe(choice);
  },
);

test('the payer may return with the payment open, or pending until the bank decides', async () => {
  const { id } = await create({ method: 'bancontact', cancelUrl: 'http://localhost/cancel' });
  expect((await choose(id, 'open')).headers.get('location')).toBe(ORDER.redirectUrl);
  expect((await get(id)).status).toBe('open');
  await choose(id, 'pending');
  expect((await get(id)).status).toBe('pending');
  await bank(id, 'status', { status: 'paid' });
  expect((await get(id)).status).toBe('paid');
});

test('canceling redirects to the merchant’s cancel URL if there is one', async () => {
  const { id } = await create({ method: 'paypal', cancelUrl: 'http://localhost/cancel' });
  expect((await choose(id, 'canceled')).headers.get('location')).toBe('http://localhost/cancel');
});

test('without a method, the payer chooses one that supports the currency', async () => {
  const { id, method } = await create({ amount: { currency: 'USD', value: '10.00' } });
  expect(method).toBeNull();
  const { value: page } = await world.call('GET', `/checkout/${id}`);
  expect(page).toContain('USD 10.00');
  expect(page).toContain('value="paypal"');
  expect(page).not.toContain('value="ideal"');
  await choose(id, 'paid', 'paypal');
  expect(await get(id)).toMatchObject({ status: 'paid', method: 'paypal' });
});

test('card payments of the documented amounts fail with the documented reason', async () => {
  const { id } = await create({ method: 'creditcard', amount: { currency: 'EUR', value: '1007.00' } });
  await choose(id, 'paid');
  expect(await get(id)).toMatchObject({ status: 'failed', details: { failureReason: 'insufficient_funds' } });
});

test('the payer chooses the failure reason of a card, in any currency', async () => {
  const fail = async (failure: string) => {
    const { id } = await create({ method: 'creditcard', amount: { currency: 'USD', value: '10.00' } });
    const form = new URLSearchParams({ choice: 'failed', failure }).toString();
    await world.call('POST', `/checkout/${id}`, form, { 'content-type': 'application/x-www-form-urlencoded' });
    return (await get(id)).details.failureReason;
  };
  expect([await fail('card_expired'), await fail(''), await fail('made_up')]).toEqual([
    'card_expired',
    'refused_by_issuer',
    'refused_by_issuer',
  ]);
});

test.each([
  ['without an amount', { amount: undefined }, 'amount'],
  ['with a number as value', { amount: { currency: 'EUR', value: 10 } }, 'amount.value'],
  ['with one decimal', { amount: { currency: 'EUR', value: '10.0' } }, 'amount'],
  ['with decimals in yen', { amount: { currency: 'JPY', value: '10.00' } }, 'amount'],
  ['of nothing', { amount: { currency: 'EUR', value: '0.00' } }, 'amount'],
  ['in an unknown currency', { amount: { currency: 'XTS', value: '10.00' } }, 'amount.currency'],
  ['without a description', { description: '' }, 'description'],
  ['with a description of 256 characters', { description: 'x'.repeat(256) }, 'description'],
  ['without a way back', { redirectUrl: undefined }, 'redirectUrl'],
  ['with a way back that is no address', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
  ['with a webhook that is no address', { webhookUrl: 'here' }, 'webhookUrl'],
  ['by an unknown method', { method: 'shells' }, 'method'],
  ['by iDEAL in dollars', { method: 'ideal', amount: { currency: 'USD', value: '10.00' } }, 'method'],
  ['by Bancontact in dollars', { method: ['bancontact'], amount: { currency: 'USD', value: '10.00' } }, 'method'],
  ['above what the method takes', { method: 'ideal', amount: { currency: 'EUR', value: '50000.01' } }, 'amount'],
  ['with more than 1 kB of metadata', { metadata: { note: 'x'.repeat(1100) } }, 'metadata'],
  ['in no language', { locale: 'english' }, 'locale'],
])('refuses a payment %s with 422 and the field', async (_what, extra, field) => {
  const { status, value } = await world.mollie('POST', '/payments', { ...ORDER, ...extra });
  expect(status).toBe(422);
  expect(value).toEqual({
    status: 422,
    title: 'Unprocessable Entity',
    detail: expect.any(String),
    field,
    _links: { documentation: { href: expect.any(String), type: 'text/html' } },
  });
});

test('refuses a wrong key with 401, a malformed body with 400 and an unknown payment with 404', async () => {
  const noKey = await world.call('GET', '/v2/payments');
  expect([noKey.status, noKey.value.title]).toEqual([401, 'Unauthorized Request']);
  expect((await world.call('GET', '/v2/payments', undefined, { authorization: 'Bearer live_x' })).status).toBe(401);
  expect((await world.mollie('POST', '/payments', '{')).status).toBe(400);
  const unknown = await world.mollie('GET', '/payments/tr_nothing');
  expect([unknown.status, unknown.value.detail]).toEqual([404, 'No payment exists with token tr_nothing.']);
});

test('an idempotency key returns the same payment for an hour and refuses other parameters', async () => {
  const send = (body: object) => world.mollie('POST', '/payments', body, { 'idempotency-key': 'tx-1' });
  const first = await send(ORDER);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const again = await send(ORDER);
  expect([again.status, again.value, again.headers.get('idempotent-replayed')]).toEqual([201, first.value, 'true']);
  expect((await send({ ...ORDER, description: 'Deposit 2' })).status).toBe(400);
  world.clock.at = START + 3_600_000;
  const later = await send(ORDER);
  expect(later.value.id).not.toBe(first.value.id);
  expect((await world.mollie('GET', '/payments')).value.count).toBe(2);
});

test('answers 409 to a concurrent request with the same idempotency key, and creates one payment', async () => {
  const send = () => world.mollie('POST', '/payments', ORDER, { 'idempotency-key': 'tx-2' });
  const statuses = (await Promise.all([send(), send()])).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 409]);
  expect((await world.mollie('GET', '/payments')).value.count).toBe(1);
});

test('lists payments newest first, in pages', async () => {
  for (const description of ['one', 'two', 'three']) await create({ description });
  const first = (await world.mollie('GET', '/payments?limit=2')).value;
  expect(first._embedded.payments.map((payment: { description: string }) => payment.description)).toEqual([
    'three',
    'two',
  ]);
  expect(first._links.previous).toBeNull();
  const next = (
    await world.call('GET', first._links.next.href.replace(world.sandbox.url, ''), undefined, {
      authorization: 'Bearer test_sandbox0000000000000000000000',
    })
  ).value;
  expect(next._embedded.payments.map((payment: { description: string }) => payment.description)).toEqual(['one']);
  expect(next._links.next).toBeNull();
});

test('an open card payment can be canceled, an iDEAL payment cannot', async () => {
  const card = await create({ method: 'creditcard' });
  expect(card.isCancelable).toBe(true);
  expect((await world.mollie('DELETE', `/payments/${card.id}`)).value).toMatchObject({ status: 'canceled' });
  expect((await world.mollie('DELETE', `/payments/${card.id}`)).status).toBe(422);
  const ideal = await create({ method: 'ideal' });
  expect((await world.mollie('DELETE', `/payments/${ideal.id}`)).status).toBe(422);
});

test('lists the methods that support the amount: for dollars only cards and PayPal', async () => {
  const ids = async (query: string) =>
    (await world.mollie('GET', `/methods${query}`)).value._embedded.methods.map((method: { id: string }) => method.id);
  expect(await ids('')).toEqual(['creditcard', 'ideal', 'bancontact', 'paypal']);
  expect(await ids('?amount[currency]=USD&amount[value]=10.00')).toEqual(['creditcard', 'paypal']);
  expect(await ids('?amount[currency]=EUR&amount[value]=20000.00')).toEqual(['ideal', 'bancontact']);
  expect((await world.mollie('GET', '/methods?amount[currency]=EUR&amount[value]=ten')).status).toBe(400);
});

test('a refund moves from pending to processing to refunded, and reduces the payment’s remaining amount', async () => {
  const { id } = await create({ method: 'ideal' });
  const refund = (value: string) =>
    world.mollie('POST', `/payments/${id}/refunds`, { amount: { currency: 'EUR', value } });
  expect((await refund('4.00')).status).toBe(422);
  await choose(id, 'paid');
  const made = await refund('4.00');
  expect([made.status, made.value.status, made.value.paymentId]).toEqual([201, 'pending', id]);
  expect(await get(id)).toMatchObject({
    status: 'paid',
    amountRefunded: { currency: 'EUR', value: '4.00' },
    amountRemaining: { currency: 'EUR', value: '6.00' },
  });
  const status = async () => (await world.mollie('GET', `/payments/${id}/refunds/${made.value.id}`)).value.status;
  world.clock.at += 5_000;
  expect(await status()).toBe('processing');
  world.clock.at += 10_000;
  expect(await status()).toBe('refunded');
  expect((await refund('4.00')).status).toBe(409);
  expect((await refund('6.01')).value.field).toBe('amount');
  expect((await refund('6.00')).status).toBe(201);
  expect((await world.mollie('GET', `/payments/${id}/refunds`)).value.count).toBe(2);
});

test('a canceled or failed refund restores the payment’s remaining amount', async () => {
  const { id } = await create({ method: 'ideal' });
  await choose(id, 'paid');
  const refund = async (value: string) =>
    (await world.mollie('POST', `/payments/${id}/refunds`, { amount: { currency: 'EUR', value } })).value.id;
  const canceled = await refund('1.00');
  expect((await world.mollie('DELETE', `/payments/${id}/refunds/${canceled}`)).status).toBe(204);
  const failed = await refund('2.00');
  await bank(id, 'fail-refund', { refundId: failed });
  expect(await get(id)).toMatchObject({ amountRefunded: { value: '0.00' }, amountRemaining: { value: '10.00' } });
  world.clock.at += 60_000;
  expect((await world.mollie('GET', `/payments/${id}/refunds/${failed}`)).value.status).toBe('failed');
});

test('a card payment can be charged back once, an iDEAL payment never', async () => {
  const { id } = await create({ method: 'creditcard' });
  expect((await bank(id, 'chargeback')).status).toBe(422);
  await choose(id, 'paid');
  expect((await bank(id, 'chargeback')).value.payment).toMatchObject({
    status: 'paid',
    amountChargedBack: { currency: 'EUR', value: '10.00' },
  });
  expect((await bank(id, 'chargeback')).status).toBe(422);
  const { value } = await world.mollie('GET', `/payments/${id}/chargebacks`);
  expect(value._embedded.chargebacks[0]).toMatchObject({
    resource: 'chargeback',
    paymentId: id,
    amount: { value: '10.00' },
  });
  const ideal = await create({ method: 'ideal' });
  await choose(ideal.id, 'paid');
  expect((await bank(ideal.id, 'chargeback')).status).toBe(422);
});

test('winning a dispute reverses the chargeback', async () => {
  const { id } = await create({ method: 'creditcard' });
  await choose(id, 'paid');
  expect((await bank(id, 'win-dispute')).status).toBe(422);
  await bank(id, 'chargeback');
  world.clock.at += 60_000;
  expect((await bank(id, 'win-dispute')).value.payment.amountChargedBack).toBeUndefined();
  const { value } = await world.mollie('GET', `/payments/${id}/chargebacks`);
  expect([value._embedded.chargebacks[0].reversedAt, value._links.next]).toEqual(['2026-11-20T14:01:00+00:00', null]);
  expect((await bank(id, 'win-dispute')).status).toBe(422);
});

test('sends the id as a form for final statuses, refunds and chargebacks, not for open and pending', async () => {
  const shop = await listenForWebhooks(() => 200);
  onTestFinished(shop.close);
  const { id } = await create({ method: 'creditcard', webhookUrl: shop.url });
  await choose(id, 'pending');
  await bank(id, 'status', { status: 'paid' });
  await expect
    .poll(() => shop.calls)
    .toEqual([{ method: 'POST', type: 'application/x-www-form-urlencoded', body: `id=${id}` }]);
  await world.mollie('POST', `/payments/${id}/refunds`, { amount: { currency: 'EUR', value: '1.00' } });
  world.clock.at += 5_000;
  await expect.poll(() => shop.calls).toHaveLength(2);
  world.clock.at += 10_000;
  await expect.poll(() => shop.calls).toHaveLength(3);
  await bank(id, 'chargeback');
  await expect.poll(() => shop.calls).toHaveLength(4);
  await bank(id, 'webhook');
  await expect.poll(() => shop.calls).toHaveLength(5);
});

test.each(['paid', 'failed', 'canceled', 'expired'])('sends one webhook when a payment becomes %s', async (choice) => {
  const shop = await listenForWebhooks(() => 200);
  onTestFinished(shop.close);
  const { id } = await create({ method: 'ideal', webhookUrl: shop.url });
  await choose(id, choice);
  await expect.poll(() => shop.calls.map(({ body }) => body)).toEqual([`id=${id}`]);
});

test('sends a webhook when an open payment expires', async () => {
  const shop = await listenForWebhooks(() => 200);
  onTestFinished(shop.close);
  const { id } = await create({ method: 'ideal', webhookUrl: shop.url });
  world.clock.at += 15 * 60_000;
  await expect.poll(() => shop.calls.map(({ body }) => body)).toEqual([`id=${id}`]);
});

test('retries a failed webhook at the provider’s intervals, scaled, up to ten attempts', async () => {
  const shop = await listenForWebhooks((call) => (call < 4 ? 503 : 200));
  onTestFinished(shop.close);
  const { id } = await create({ method: 'ideal', webhookUrl: shop.url });
  await choose(id, 'paid');
  await expect.poll(() => shop.calls).toHaveLength(1);
  // One sixtieth of the usual: minutes become seconds.
  for (const [attempts, minutes] of [
    [2, 1],
    [3, 3],
    [4, 7],
  ] as const) {
    world.clock.at = START + minutes * 1000 - 1;
    const { value: before } = await world.call('GET', '/payments/api/board');
    expect(before.html).toContain('next attempt');
    expect(shop.calls).toHaveLength(attempts - 1);
    world.clock.at += 1;
    await expect.poll(() => shop.calls).toHaveLength(attempts);
  }
  await expect
    .poll(async () => (await world.call('GET', '/payments/api/board')).value.html)
    .not.toContain('next attempt');
  expect(ATTEMPTS_AT_MINUTES).toEqual([0, 1, 3, 7, 15, 31, 60, 120, 240, 1560]);
});

test('a bank can pay a different amount, once', async () => {
  const { id } = await create({ method: 'paypal' });
  expect((await bank(id, 'pay-other', { value: 'much' })).status).toBe(422);
  expect((await bank(id, 'pay-other', { value: '20.00' })).value.payment).toMatchObject({
    status: 'paid',
    amount: { currency: 'EUR', value: '20.00' },
  });
  expect((await bank(id, 'pay-other', { value: '30.00' })).status).toBe(422);
});
