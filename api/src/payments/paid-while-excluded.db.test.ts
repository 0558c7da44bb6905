import { standardTerms } from '@touchline/core/bonus';
import { instant } from '@touchline/core/instant';
import { createMollie } from '@touchline/payments/mollie';
import { advanceRefund } from '@touchline/payments/refund';
import { verifyMoney } from '@touchline/store/ledger';
import { takeDueRefunds } from '@touchline/store/payments';
import { testDataKey } from '@touchline/store/testing';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, buildTestNode, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';
import { beginDeposit, historyOf, openCheckout, sendWebhook, verifyPayment } from '../testing/test-checkout.ts';

const checkout = await openCheckout();
const api = await buildTestApp(checkout.env);
/** A node whose webhooks are lost. */
const deaf = await buildTestNode(api.database, { ...checkout.env, webhookUrl: 'http://127.0.0.1:9/payment/webhook' });
await openAccount(api, 'boss@example.com', 'admin');
const admin = await logIn(api.app, 'boss@example.com');
afterAll(async () => {
  await deaf.close();
  await api.close();
  await checkout.close();
});

const paymentOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1) ?? '';
const exclude = async (token: string, kind = 'self-exclusion', days: number | null = 183) => {
  const answer = await requestAs(api.app, token, 'POST', '/limits/exclusion', { kind, days });
  expect(answer.statusCode).toBeLessThan(300);
};
const cashOf = async (user: { readonly walletId: Parameters<typeof readWallet>[1] }) =>
  (await readWallet(api.database.db, user.walletId))?.wallet.cash;
const refundsOf = async (payment: string) => {
  const answer = await fetch(`${checkout.env.mollie.url}/v2/payments/${payment}/refunds`, {
    headers: { authorization: `Bearer ${checkout.env.mollie.key}` },
  });
  const { _embedded } = (await answer.json()) as {
    _embedded: { refunds: { amount: { value: string }; status: string }[] };
  };
  return _embedded.refunds.map(({ amount }) => amount.value);
};
/** What the worker does every five seconds. The clock of the api, which wrote when refunds are due, may be ahead of ours by a round trip. */
async function refundDue(): Promise<void> {
  const now = () => instant(Date.now() + 1_000);
  const deps = {
    db: api.database.db,
    writer: api.writer,
    provider: createMollie(checkout.env.mollie),
    dataKey: testDataKey,
    bonus: standardTerms,
    now,
    announce: () => undefined,
    queueEmail: () => undefined,
    alarm: (particulars: object, event: string) => {
      throw new Error(`${event}: ${JSON.stringify(particulars)}`);
    },
  };
  for (const refund of await takeDueRefunds(api.database.db, { now: now(), limit: 50 })) {
    await advanceRefund(deps, refund);
  }
}

describe('attack: five open checkouts are paid after the self-exclusion', () => {
  test('credits none, refunds each once, and emails the bettor', async () => {
    const { user, token } = await openBettor(api, 'excluded@example.com');
    const open = [];
    for (let count = 0; count < 5; count += 1) open.push(await beginDeposit(deaf.app, token, 20, 'creditcard'));
    await exclude(token);
    for (const { checkoutUrl } of open) await checkout.choose(checkoutUrl, 'paid');
    for (const { transactionId, checkoutUrl } of open) {
      await Promise.all([
        verifyPayment(api.app, token, transactionId),
        verifyPayment(deaf.app, token, transactionId),
        sendWebhook(api.app, `id=${paymentOf(checkoutUrl)}`),
      ]);
    }
    expect(await cashOf(user)).toBe(0);
    for (const _ of [1, 2]) await refundDue();
    for (const { checkoutUrl } of open) expect(await refundsOf(paymentOf(checkoutUrl))).toEqual(['20.00']);
    const history = await historyOf(api.app, token);
    expect(history.map(({ status, reason, metadata }) => [status, reason, metadata?.['Refund']])).toEqual(
      open.map(() => [
        'canceled',
        'It was paid while you were excluded, so we did not add it to your balance. The money goes back to where it came from.',
        expect.stringContaining('$20.00 is being refunded'),
      ]),
    );
    const { rows } = await api.database.pool.query(`select count(*)::int from letters where job ->> 'kind' = $1`, [
      'deposit-returned',
    ]);
    expect(rows).toEqual([{ count: 5 }]);
    const flagged = await requestAs(api.app, admin, 'GET', '/payment/all?flag=paid-while-excluded');
    expect(flagged.json<unknown[]>()).toHaveLength(5);
    expect(await verifyMoney(api.database.pool)).toMatchObject({ passed: true, findings: [] });
  });

  test('credits what was paid before the exclusion, however late it is reported', async () => {
    const { user, token } = await openBettor(api, 'paid-before@example.com');
    const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, token, 20, 'creditcard');
    // The provider reports whole seconds: what was paid within the second of the exclusion is refunded.
    checkout.passMs(-5_000);
    await checkout.choose(checkoutUrl, 'paid');
    checkout.passMs(5_000);
    await exclude(token, 'time-out', 7);
    expect((await verifyPayment(api.app, token, transactionId)).status).toBe('completed');
    expect(await cashOf(user)).toBe(2_000);
  });

  test('a longer exclusion, or one by the operator, leaves no gap before it', async () => {
    const { user, token } = await openBettor(api, 'longer@example.com');
    const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, token, 20, 'creditcard');
    await exclude(token, 'time-out', 1);
    await api.database.pool.query(
      `insert into operator_exclusions (wallet_id, act, cause, reason, since, admin)
      values ($1, 'begun', 'request', 'asked for it', now() + interval '1 hour', $1)`,
      [user.walletId],
    );
    await checkout.choose(checkoutUrl, 'paid');
    expect((await verifyPayment(api.app, token, transactionId)).status).toBe('cancelled');
    expect(await cashOf(user)).toBe(0);
  });

  test('exclusion and payment at the same moment, 20 times: credited or refunded, never both, never neither', async () => {
    const { user, token } = await openBettor(api, 'race@example.com');
    const one = async (round: number) => {
      const racer = await openBettor(api, `race-${round}@example.com`);
      const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, racer.token, 10, 'paypal');
      await Promise.all([
        exclude(racer.token),
        checkout.choose(checkoutUrl, 'paid').then(() => sendWebhook(api.app, `id=${paymentOf(checkoutUrl)}`)),
      ]);
      const { status } = await verifyPayment(api.app, racer.token, transactionId);
      await refundDue();
      const refunds = await refundsOf(paymentOf(checkoutUrl));
      expect([status, await cashOf(racer.user), refunds]).toEqual(
        status === 'completed' ? ['completed', 1_000, []] : ['cancelled', 0, ['10.00']],
      );
    };
    for (let round = 0; round < 20; round += 1) await one(round);
    expect([token.length > 0, await cashOf(user)]).toEqual([true, 0]);
  });

  test('an admin cannot credit by hand what was paid during an exclusion', async () => {
    const { user, token } = await openBettor(api, 'by-hand@example.com');
    const { transactionId, checkoutUrl } = await beginDeposit(deaf.app, token, 10, 'paypal');
    await exclude(token);
    await checkout.bank(paymentOf(checkoutUrl), 'pay-other', { value: '20.00' });
    await verifyPayment(api.app, token, transactionId);
    const credited = await requestAs(api.app, admin, 'POST', `/payment/resolve/${transactionId}`, {
      how: 'credit',
      amount: 20,
      reason: 'It is theirs.',
    });
    expect([credited.statusCode, credited.json().code, await cashOf(user)]).toEqual([409, 'paid-while-excluded', 0]);
  });
});
