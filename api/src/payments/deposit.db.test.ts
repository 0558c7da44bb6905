import type { TransactionId } from '@touchline/core/ids';
import { Decimal } from '@touchline/core/money';
import { verifyMoney } from '@touchline/store/ledger';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, buildTestNode, openBettor, requestAs, type TestApp, testPassword } from '../testing/test-app.ts';
import {
  askDeposit,
  beginDeposit,
  historyOf,
  openCheckout,
  sendWebhook,
  verifyPayment,
} from '../testing/test-checkout.ts';
import { until } from '../testing/until.ts';

const checkout = await openCheckout();
/** A node whose webhooks arrive. */
const api = await buildTestApp(checkout.env);
checkout.deliverTo(api.app);
const nowhere = 'http://127.0.0.1:9';
/** A node whose webhooks never arrive. */
const deaf = await buildTestNode(api.database, { ...checkout.env, webhookUrl: `${nowhere}/payment/webhook` });
/** A node that cannot reach the provider. */
const cut = await buildTestNode(api.database, { ...checkout.env, mollie: { ...checkout.env.mollie, url: nowhere } });
afterAll(async () => {
  expect(await verifyMoney(api.database.pool)).toMatchObject({ passed: true, findings: [] });
  await deaf.close();
  await cut.close();
  await api.close();
  await checkout.close();
});

let bettors = 0;
async function bettor() {
  bettors += 1;
  const { user, token } = await openBettor(api, `deposit-${bettors}@touchline.test`);
  const cash = async () => (await readWallet(api.database.db, user.walletId))?.wallet.cash;
  const payment = async (id: string) => {
    const { provider_payment_id: paymentId } = await api.database.db
      .selectFrom('transactions')
      .select('provider_payment_id')
      .where('id', '=', id as TransactionId)
      .executeTakeFirstOrThrow();
    return paymentId ?? '';
  };
  return { user, token, cash, payment };
}
const history = async (token: string) =>
  (await historyOf(api.app, token)).map(({ type, amount, status, reason }) => [type, amount, status, reason]);

describe('a deposit that is paid', () => {
  test.each(['creditcard', 'paypal', 'ideal', 'bancontact'])(
    'by %s is credited by the webhook alone, though the payer never came back',
    async (method) => {
      const { token, cash } = await bettor();
      const begun = await beginDeposit(api.app, token, 25.5, method);
      expect(begun.transaction).toMatchObject({
        type: 'deposit',
        status: 'initiated',
        amount: 25.5,
        paymentMethod: method,
      });
      const back = await checkout.choose(begun.checkoutUrl, 'paid');
      expect(back).toBe(`http://touchline.test/payment/return/${begun.transactionId}`);
      await until(async () => (await cash()) === 2_550);
      expect(await history(token)).toEqual([['deposit', 25.5, 'completed', undefined]]);
    },
  );

  test('is credited by the return page when the webhook is lost', async () => {
    const { token, cash } = await bettor();
    const begun = await beginDeposit(deaf.app, token, 10, 'creditcard');
    expect((await verifyPayment(deaf.app, token, begun.transactionId)).status).toBe('initiated');
    await checkout.choose(begun.checkoutUrl, 'paid');
    const { status, transaction } = await verifyPayment(deaf.app, token, begun.transactionId);
    expect([status, transaction.status, transaction.reference?.slice(0, 3)]).toEqual(['completed', 'completed', 'tr_']);
    expect([await cash(), (await verifyPayment(deaf.app, token, begun.transactionId)).status]).toEqual([
      1_000,
      'completed',
    ]);
  });

  test('in euro is charged at the rate, which is shown before, and credited in dollars', async () => {
    const { token, cash } = await bettor();
    const shown = await requestAs(api.app, token, 'GET', '/payment/methods');
    expect(shown.json().deposit).toEqual({
      minimum: 10,
      methods: [
        { id: 'creditcard', currency: 'USD', rate: null },
        { id: 'ideal', currency: 'EUR', rate: '0.92' },
        { id: 'bancontact', currency: 'EUR', rate: '0.92' },
        { id: 'paypal', currency: 'USD', rate: null },
      ],
    });
    const begun = await beginDeposit(deaf.app, token, 10, 'ideal');
    expect(begun.transaction.metadata).toEqual({ Charged: '€9.20', Rate: '1 USD = 0.92 EUR' });
    expect(await (await fetch(begun.checkoutUrl)).text()).toContain('EUR 9.20');
    await checkout.choose(begun.checkoutUrl, 'paid');
    const { transaction } = await verifyPayment(deaf.app, token, begun.transactionId);
    expect([transaction.amount, transaction.metadata?.['Charged'], await cash()]).toEqual([10, '€9.20', 1_000]);
  });

  test('keeps the charge that was shown when the operator changes the rate before it is paid', async () => {
    const { token } = await bettor();
    const begun = await askDeposit(deaf.app, token, { amount: 10, paymentMethod: 'ideal' }, 'rate');
    const dearer = await buildTestNode(api.database, { ...checkout.env, euroPerDollar: new Decimal('0.99') });
    const again = await askDeposit(dearer.app, token, { amount: 10, paymentMethod: 'ideal' }, 'rate');
    await dearer.close();
    expect(again.json()).toEqual(begun.json());
    await checkout.choose(again.json().checkoutUrl, 'paid');
    expect((await verifyPayment(deaf.app, token, begun.json().transactionId)).status).toBe('completed');
  });
});

describe('a deposit that is not paid', () => {
  test.each([
    ['creditcard', 'failed', { failure: 'insufficient_funds' }, 'failed', 'The card has insufficient funds.'],
    ['paypal', 'failed', {}, 'failed', 'The payment failed.'],
    ['ideal', 'canceled', {}, 'cancelled', 'The payment was canceled.'],
    ['bancontact', 'expired', {}, 'cancelled', 'The payment expired before it was paid.'],
    ['creditcard', 'pending', {}, 'pending', undefined],
    ['creditcard', 'open', {}, 'initiated', undefined],
  ])('by %s, %s (%o), is %s: nothing is credited', async (method, choice, more, status, reason) => {
    const { token, cash } = await bettor();
    const begun = await beginDeposit(deaf.app, token, 10, method);
    await checkout.choose(begun.checkoutUrl, choice, more);
    const answer = await verifyPayment(deaf.app, token, begun.transactionId);
    expect([answer.status, answer.transaction.reason, await cash()]).toEqual([status, reason, 0]);
  });

  test.each(['failed', 'canceled', 'expired'])('and is %s gets that status by the webhook', async (choice) => {
    const { token } = await bettor();
    const begun = await beginDeposit(api.app, token, 10, 'paypal');
    await checkout.choose(begun.checkoutUrl, choice);
    await until(async () => (await history(token))[0]?.[2] === (choice === 'failed' ? 'failed' : 'canceled'));
  });

  test('and is pending is credited once the bank has decided', async () => {
    const { token, cash, payment } = await bettor();
    const begun = await beginDeposit(api.app, token, 10, 'creditcard');
    await checkout.choose(begun.checkoutUrl, 'pending');
    expect((await verifyPayment(api.app, token, begun.transactionId)).status).toBe('pending');
    await checkout.bank(await payment(begun.transactionId), 'status', { status: 'paid' });
    await until(async () => (await cash()) === 1_000);
  });
});

describe('a deposit request', () => {
  test.each([
    [9.99, 422, 'Minimum deposit amount: $10.00'],
    [0, 422, 'Please enter a valid amount'],
    [-20, 422, 'Please enter a valid amount'],
    [10.001, 422, 'Please use at most two decimals'],
    [1e300, 422, 'Please enter a valid amount'],
    [0.001, 422, 'Minimum deposit amount: $10.00'],
  ])('%d dollars are refused with %i', async (amount, status, error) => {
    const { token } = await bettor();
    const answer = await askDeposit(api.app, token, { amount, paymentMethod: 'creditcard' });
    expect([answer.statusCode, answer.json().error, await history(token)]).toEqual([status, error, []]);
  });

  test('a method that is not on the list is refused', async () => {
    const { token } = await bettor();
    expect((await askDeposit(api.app, token, { amount: 10, paymentMethod: 'cheque' })).statusCode).toBe(400);
  });

  test('refuses an amount that the method does not accept with a message, and the deposit fails', async () => {
    const { token } = await bettor();
    const answer = await askDeposit(api.app, token, { amount: 60_000, paymentMethod: 'ideal' });
    expect([answer.statusCode, answer.json().error]).toEqual([
      422,
      'This amount cannot be paid by this method. Nothing was charged.',
    ]);
    expect((await history(token))[0]?.slice(2)).toEqual([
      'failed',
      'The payment provider does not take this amount by this method.',
    ]);
  });

  test('when the provider is unreachable, charges nothing and fails the deposit; the same key gets the same answer', async () => {
    const { token } = await bettor();
    const ask = () => askDeposit(cut.app, token, { amount: 10, paymentMethod: 'paypal' }, 'once');
    const [first, again] = [await ask(), await ask()];
    expect([first.statusCode, first.json().error]).toEqual([
      503,
      'Payments are unavailable right now. Please try again in a few minutes. Nothing was charged.',
    ]);
    expect([again.statusCode, again.json()]).toEqual([503, first.json()]);
    expect(await history(token)).toEqual([['deposit', 10, 'failed', 'The payment provider could not be reached.']]);
  });

  test('the same key is the same deposit and with another body refused; without a key each is its own', async () => {
    const { token } = await bettor();
    const ask = (amount: number, key?: string) => askDeposit(api.app, token, { amount, paymentMethod: 'paypal' }, key);
    const [first, again] = [await ask(20, 'k'), await ask(20, 'k')];
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const other = await ask(21, 'k');
    expect([other.statusCode, other.json().code]).toEqual([409, 'key-reused']);
    await ask(20);
    await ask(20);
    expect(await history(token)).toHaveLength(3);
  });
});

describe('deposits that wait to be paid', () => {
  const ask = (app: TestApp['app'], token: string, key?: string) =>
    askDeposit(app, token, { amount: 10, paymentMethod: 'paypal' }, key);
  const codes = (answers: readonly { readonly statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).toSorted();

  test('are limited to five, on all nodes together; one that ends or is paid makes room', async () => {
    const { token } = await bettor();
    const many = await Promise.all(Array.from({ length: 12 }, (_, i) => ask((i % 2 ? api : deaf).app, token, `k${i}`)));
    expect(codes(many)).toEqual([...Array(5).fill(201), ...Array(7).fill(409)]);
    expect(many.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      code: 'deposits-open',
      error: 'You have 5 unpaid deposits. Pay one of them, or wait until one expires. Nothing was charged.',
      details: { most: 5 },
    });
    const begun = many.findIndex(({ statusCode }) => statusCode === 201);
    expect((await ask(api.app, token, `k${begun}`)).json()).toEqual(many[begun]?.json());
    expect(await history(token)).toHaveLength(5);
    const [first, second] = many.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json());
    for (const [open, ending] of [
      [first, 'expired'],
      [second, 'paid'],
    ] as const) {
      await checkout.choose(open.checkoutUrl, ending);
      await verifyPayment(deaf.app, token, open.transactionId);
      expect([(await ask(api.app, token)).statusCode, (await ask(api.app, token)).statusCode]).toEqual([201, 409]);
    }
  });

  test('are counted per bettor, without those that wait for an admin', async () => {
    const [{ token }, other] = [await bettor(), await bettor()];
    const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, token, 10, 'paypal');
    for (let more = 0; more < 4; more += 1) await beginDeposit(deaf.app, token, 10, 'paypal');
    expect([(await ask(api.app, token)).statusCode, (await ask(api.app, other.token)).statusCode]).toEqual([409, 201]);
    await checkout.bank(checkoutUrl.split('/').at(-1) ?? '', 'pay-other', { value: '20.00' });
    expect((await verifyPayment(deaf.app, token, transactionId)).status).toBe('pending');
    expect((await ask(api.app, token)).statusCode).toBe(201);
  });

  test('have their limit in the description of the API', async () => {
    const { paths } = (await api.app.inject({ url: '/docs/json' })).json();
    const { summary, responses } = paths['/payment/deposit'].post;
    expect([summary, responses['409'].description]).toEqual([
      expect.stringContaining('while fewer than 5 are unpaid'),
      expect.stringContaining('`deposits-open`'),
    ]);
  });
});

describe('access to a deposit', () => {
  test('another user’s payment looks like an unknown one', async () => {
    const [mine, other] = [await bettor(), await bettor()];
    const { transactionId } = await beginDeposit(api.app, mine.token, 10, 'paypal');
    const look = async (id: string, token?: string) => {
      const answer = await requestAs(api.app, token, 'GET', `/payment/verify/${id}`);
      return [answer.statusCode, answer.json().code];
    };
    expect(await look(transactionId, mine.token)).toEqual([200, undefined]);
    expect(await look(transactionId, other.token)).toEqual([404, 'transaction-unknown']);
    expect(await look(crypto.randomUUID(), other.token)).toEqual([404, 'transaction-unknown']);
    expect(await look('42', other.token)).toEqual([404, 'transaction-unknown']);
    expect(await look(transactionId)).toEqual([401, 'no-token']);
    expect(await history(other.token)).toEqual([]);
  });

  test('the history lists the newest first', async () => {
    const { token } = await bettor();
    for (const amount of [11, 12, 13]) await beginDeposit(api.app, token, amount, 'paypal');
    expect((await history(token)).map(([, amount]) => amount)).toEqual([13, 12, 11]);
  });
});

describe('the webhook', () => {
  test.each([
    ['an unknown payment', 'id=tr_unknown123'],
    ['nothing', ''],
    ['something that is no payment', 'id=../../customers&status=paid'],
    ['a test of the provider', 'testByMollie=1'],
  ])('about %s is answered like any other', async (_what, body) => {
    const answer = await sendWebhook(api.app, body);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  });

  test('does not trust its body', async () => {
    const { token, cash, payment } = await bettor();
    const { transactionId } = await beginDeposit(deaf.app, token, 10, 'paypal');
    await sendWebhook(api.app, `id=${await payment(transactionId)}&status=paid&amount=1000`);
    expect([(await verifyPayment(deaf.app, token, transactionId)).status, await cash()]).toEqual(['initiated', 0]);
  });

  test('accepts only a form', async () => {
    expect((await sendWebhook(api.app, '{"id":"tr_unknown123"}', 'application/json')).statusCode).toBe(415);
  });

  test('asks for a retry while the provider is unreachable', async () => {
    const { token, payment } = await bettor();
    const { transactionId } = await beginDeposit(deaf.app, token, 10, 'paypal');
    expect((await sendWebhook(cut.app, `id=${await payment(transactionId)}`)).statusCode).toBe(503);
  });

  test('does not credit a payment that another shop made in our name for a closed deposit', async () => {
    const { token, cash } = await bettor();
    const failed = await askDeposit(cut.app, token, { amount: 10, paymentMethod: 'paypal' });
    const { transactionId } = failed.json().details;
    const { id } = await checkout.call('/payments', {
      amount: { currency: 'USD', value: '10.00' },
      description: 'late',
      redirectUrl: 'http://localhost',
      metadata: { transactionId },
    });
    await checkout.bank(id, 'status', { status: 'paid' });
    expect((await sendWebhook(api.app, `id=${id}`)).statusCode).toBe(200);
    expect([await cash(), (await history(token))[0]?.[2]]).toEqual([0, 'failed']);
  });
});

test('never credits a payment of another amount than was charged: it waits, flagged for the admins', async () => {
  const { token, cash } = await bettor();
  const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, token, 10, 'paypal');
  await checkout.choose(checkoutUrl, 'paid');
  await api.database.pool.query('update transactions set charge_amount = 1001 where id = $1', [transactionId]);
  for (const _ of [1, 2]) expect((await verifyPayment(deaf.app, token, transactionId)).status).toBe('pending');
  const { rows } = await api.database.pool.query('select flags, version from transactions where id = $1', [
    transactionId,
  ]);
  expect([rows, await cash()]).toEqual([[{ flags: ['amount-differs'], version: 3 }], 0]);
});

describe('refunds and chargebacks at the provider', () => {
  const paid = async (amount: number, method: string) => {
    const who = await bettor();
    const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, who.token, amount, method);
    await checkout.choose(checkoutUrl, 'paid');
    await verifyPayment(deaf.app, who.token, transactionId);
    const paymentId = await who.payment(transactionId);
    const cashAfterWebhook = async () => {
      for (const _ of [1, 2]) await sendWebhook(api.app, `id=${paymentId}`);
      return who.cash();
    };
    return { ...who, paymentId, cashAfterWebhook };
  };

  test('debits a refund once, when it is under way and not while it waits', async () => {
    const { token, paymentId, cashAfterWebhook } = await paid(50, 'creditcard');
    await checkout.bank(paymentId, 'refund', { value: '20.00' });
    expect(await cashAfterWebhook()).toBe(5_000);
    checkout.passMs(5_000);
    expect(await cashAfterWebhook()).toBe(3_000);
    checkout.passMs(10_000);
    expect(await cashAfterWebhook()).toBe(3_000);
    expect(await history(token)).toEqual([
      ['refund', 20, 'completed', undefined],
      ['deposit', 50, 'completed', undefined],
    ]);
  });

  test('partial refunds in euros add up to the whole deposit', async () => {
    const { paymentId, cashAfterWebhook } = await paid(10.01, 'ideal');
    for (const value of ['3.07', '3.08', '3.06']) {
      await checkout.bank(paymentId, 'refund', { value });
      checkout.passMs(5_000);
      await cashAfterWebhook();
    }
    expect(await cashAfterWebhook()).toBe(0);
  });

  test('credits a failed refund back once', async () => {
    const { token, paymentId, cashAfterWebhook } = await paid(10, 'paypal');
    await checkout.bank(paymentId, 'refund');
    checkout.passMs(5_000);
    expect(await cashAfterWebhook()).toBe(0);
    const { refunds } = await refundsOf(paymentId);
    await checkout.bank(paymentId, 'fail-refund', { refundId: refunds[0]?.id });
    expect(await cashAfterWebhook()).toBe(1_000);
    expect((await history(token)).map(([type, amount]) => [type, amount])).toEqual([
      ['deposit', 10],
      ['refund', 10],
      ['deposit', 10],
    ]);
  });

  test('a chargeback can make the balance negative; a won dispute credits it back', async () => {
    const { paymentId, cashAfterWebhook, token } = await paid(30, 'creditcard');
    const asked = await requestAs(api.app, token, 'POST', '/payment/withdraw', {
      amount: 25,
      withdrawalMethod: 'paypal',
      paypalEmail: 'ada@touchline.test',
      forfeitBonus: true,
      password: testPassword,
    });
    expect(asked.statusCode).toBe(201);
    await checkout.bank(paymentId, 'chargeback');
    expect(await cashAfterWebhook()).toBe(-2_500);
    await checkout.bank(paymentId, 'win-dispute');
    expect(await cashAfterWebhook()).toBe(500);
  });

  const refundsOf = async (paymentId: string): Promise<{ refunds: { id: string }[] }> => {
    const answer = await fetch(`${checkout.sandbox.url}/v2/payments/${paymentId}/refunds`, {
      headers: { authorization: `Bearer ${checkout.env.mollie.key}` },
    });
    return ((await answer.json()) as { _embedded: { refunds: { id: string }[] } })._embedded;
  };
});
