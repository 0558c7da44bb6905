import { standardTerms } from '@touchline/core/bonus';
import type { AdminTransactionView, DecideAnswer, RefusalView, ResolveRequest } from '@touchline/core/contract';
import type { TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { createMollie } from '@touchline/payments/mollie';
import { type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import { changeRole } from '@touchline/store/accounts';
import { verifyMoney } from '@touchline/store/ledger';
import { readTransaction } from '@touchline/store/payments';
import { closeAccount } from '@touchline/store/privacy';
import { testDataKey } from '@touchline/store/testing';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  logIn,
  openAccount,
  openBettor,
  promote,
  requestAs,
  type TestApp,
} from '../testing/test-app.ts';
import { beginDeposit, historyOf, openCheckout, sendWebhook, verifyPayment } from '../testing/test-checkout.ts';

const rounds = 50;
/** A round mostly waits, so ten run at once, each with a bettor of its own. */
const lanes = 10;

const checkout = await openCheckout();
// Two admins decide many deposits here; what one decides alone is the subject of the last tests.
const env = { ...checkout.env, fourEyes: cents(100_000_000) };
const api = await buildTestApp(env);
const two = await buildTestNode(api.database, env);
for (const name of ['boss', 'other']) await openAccount(api, `${name}@example.com`, 'admin');
const [boss, other] = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'other@example.com')];
afterAll(async () => {
  await two.close();
  await api.close();
  await checkout.close();
});

const resolve = (id: string, payload: ResolveRequest, token = boss, { app }: Pick<TestApp, 'app'> = api) =>
  requestAs(app, token, 'POST', `/payment/resolve/${id}`, payload);
const credit = (amount: number): ResolveRequest => ({ how: 'credit', amount, reason: 'Paid with the wrong amount.' });
const returned: ResolveRequest = { how: 'returned', reason: 'Refunded at the provider.' };
const rowOf = async (id: string) => {
  const { rows } = await api.database.pool.query(
    'select status, amount, charge_amount, flags, reason, decided_by is not null as decided from transactions where id = $1',
    [id],
  );
  return rows[0];
};
const actionsOn = async (id: string) => {
  const text = 'select action, reason, before, after from audit_log where subject = $1 order by id';
  return (await api.database.pool.query(text, [`deposit:${id}`])).rows;
};

let bettors = 0;
async function bettor() {
  bettors += 1;
  const opened = await openBettor(api, `resolve-${bettors}@example.com`);
  const cash = async () => (await readWallet(api.database.db, opened.user.walletId))?.wallet.cash;
  return { ...opened, cash };
}
type Bettor = Awaited<ReturnType<typeof bettor>>;
const paymentOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1) ?? '';

/** $10 was requested and charged, and $20 was paid. */
async function paidTwice({ token }: Bettor) {
  const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 10, 'paypal');
  await checkout.bank(paymentOf(checkoutUrl), 'pay-other', { value: '20.00' });
  await verifyPayment(api.app, token, transactionId);
  return { id: transactionId, payment: paymentOf(checkoutUrl) };
}

/** $10 that was paid after the deposit had been closed. */
async function paidLate({ token }: Bettor) {
  const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 10, 'paypal');
  await api.database.pool.query(`update transactions set status = 'canceled' where id = $1`, [transactionId]);
  const payment = paymentOf(checkoutUrl);
  await checkout.choose(checkoutUrl, 'paid');
  await sendWebhook(api.app, `id=${payment}`);
  return { id: transactionId, payment };
}

test('a payment for an account that was closed before is not credited, and is refunded', async () => {
  const who = await bettor();
  const { transactionId: id, checkoutUrl } = await beginDeposit(api.app, who.token, 10, 'paypal');
  await api.database.pool.query(`update transactions set status = 'canceled' where id = $1`, [id]);
  const closing = { userId: who.user.id, by: 'owner', keepMs: 1_000, requestId: 'r-close' } as const;
  expect((await closeAccount(api.database.db, testDataKey, closing, instant(Date.now()))).ok).toBe(true);
  await checkout.choose(checkoutUrl, 'paid');
  await sendWebhook(api.app, `id=${paymentOf(checkoutUrl)}`);
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', flags: ['paid-after-close'] });
  const credited = await resolve(id, credit(10));
  expect([credited.statusCode, credited.json<RefusalView>().code, await who.cash()]).toEqual([
    409,
    'account-closed',
    0,
  ]);
  expect((await resolve(id, returned)).statusCode).toBe(200);
});

test('an amount other than charged is credited only by an admin, once, and at most what was paid', async () => {
  const who = await bettor();
  const { id, payment } = await paidTwice(who);
  expect(await rowOf(id)).toMatchObject({ status: 'pending', flags: ['amount-differs'] });
  const tooMuch = await resolve(id, credit(20.01));
  expect([tooMuch.statusCode, tooMuch.json<RefusalView>().details]).toEqual([422, { most: 20 }]);
  const done = await resolve(id, credit(15));
  expect([done.statusCode, done.json<DecideAnswer>().transaction]).toMatchObject([
    200,
    { status: 'completed', amount: 15, flags: [], decidedBy: 'Ada Bell', reason: 'Paid with the wrong amount.' },
  ]);
  expect((await resolve(id, credit(15))).json()).toEqual(done.json());
  await sendWebhook(two.app, `id=${payment}`);
  expect((await verifyPayment(api.app, who.token, id)).status).toBe('completed');
  expect([await who.cash(), await rowOf(id)]).toMatchObject([1_500, { status: 'completed', charge_amount: 1_500 }]);
  expect(await actionsOn(id)).toEqual([
    {
      action: 'deposit-credited',
      reason: 'Paid with the wrong amount.',
      before: expect.objectContaining({ status: 'pending', amount: 10, paid: '$20.00', flags: ['amount-differs'] }),
      after: expect.objectContaining({ status: 'completed', amount: 15, charge: '$15.00', flags: [] }),
    },
  ]);
  const bonus = await api.database.pool.query('select granted from bonuses where id = $1', [id]);
  expect(bonus.rows).toEqual([{ granted: 1_500 }]);
});

test('a payment that was not credited is refunded without touching the wallet; a chargeback takes what was credited', async () => {
  const who = await bettor();
  const { id, payment } = await paidTwice(who);
  await resolve(id, credit(15));
  await checkout.bank(payment, 'refund', { value: '5.00' });
  checkout.passMs(20_000);
  await sendWebhook(api.app, `id=${payment}`);
  expect(await who.cash()).toBe(1_500);
  await checkout.bank(payment, 'chargeback');
  await sendWebhook(api.app, `id=${payment}`);
  expect(await who.cash()).toBe(0);
});

test('at most what a refund that waits at the provider leaves is credited, so that it takes nothing from the wallet', async () => {
  const who = await bettor();
  const { id, payment } = await paidTwice(who);
  await checkout.bank(payment, 'refund', { value: '5.00' });
  const tooMuch = await resolve(id, credit(15.01));
  expect([tooMuch.statusCode, tooMuch.json<RefusalView>().details]).toEqual([422, { most: 15 }]);
  expect((await resolve(id, credit(15))).statusCode).toBe(200);
  checkout.passMs(20_000);
  await sendWebhook(api.app, `id=${payment}`);
  expect(await who.cash()).toBe(1_500);
});

test('a late payment is credited, or refunded and then neither credited nor debited, whatever comes later', async () => {
  const who = await bettor();
  const [kept, back] = [await paidLate(who), await paidLate(who)];
  expect(await rowOf(kept.id)).toMatchObject({ status: 'canceled', flags: ['paid-after-close'] });
  expect((await resolve(kept.id, credit(10))).statusCode).toBe(200);
  const gone = await resolve(back.id, returned);
  expect([gone.statusCode, (await resolve(back.id, returned)).json()]).toEqual([200, gone.json()]);
  expect(gone.json<DecideAnswer>().transaction.metadata).toMatchObject({
    Refund: 'The refund is being requested.',
  });
  await checkout.bank(back.payment, 'chargeback');
  for (const { payment } of [kept, back]) await sendWebhook(api.app, `id=${payment}`);
  expect([await who.cash(), await rowOf(back.id)]).toMatchObject([
    1_000,
    { status: 'canceled', flags: [], reason: 'Refunded at the provider.', decided: true },
  ]);
  expect((await actionsOn(back.id)).map(({ action }) => action)).toEqual(['deposit-returned']);
  expect((await historyOf(api.app, who.token)).map(({ status }) => status).toSorted()).toEqual([
    'canceled',
    'completed',
  ]);
  const late = await resolve(back.id, credit(10), other);
  expect([late.statusCode, late.json<RefusalView>().error]).toEqual([
    409,
    'Ada Bell has already decided to refund this deposit.',
  ]);
});

test('refuses an admin’s own deposit, one that needs no decision, and an unreachable provider; a later self-exclusion blocks nothing', async () => {
  const who = await bettor();
  const { id } = await paidLate(who);
  const plain = await beginDeposit(api.app, who.token, 10, 'paypal');
  expect((await resolve(plain.transactionId, credit(10))).json<RefusalView>().code).toBe('deposit-not-waiting');
  const away = await buildTestNode(api.database, {
    ...checkout.env,
    mollie: { ...checkout.env.mollie, url: 'http://127.0.0.1:9' },
  });
  expect((await resolve(id, credit(10), boss, away)).statusCode).toBe(503);
  await away.close();
  // After the payment by the provider's clock too, which these tests put forward.
  await api.database.pool.query('insert into restricted_wallets (wallet_id, since) values ($1, now())', [
    who.user.walletId,
  ]);
  await api.database.pool.query(
    `insert into exclusions (wallet_id, kind, since, actor) values ($1, 'self-exclusion', now() + interval '60 days', 'test')`,
    [who.user.walletId],
  );
  await promote(api, who.user);
  const promoted = await logIn(api.app, who.user.email);
  expect((await resolve(id, credit(10), promoted)).json<RefusalView>().code).toBe('own-deposit');
  expect((await resolve(id, credit(10))).statusCode).toBe(200);
  const bonus = await api.database.pool.query('select 1 from bonuses where id = $1', [id]);
  expect([await who.cash(), bonus.rows]).toEqual([1_000, []]);
});

test('a failed refund that was paid in another way needs a reference, is shown to the second admin, and ends the alarm', async () => {
  const who = await bettor();
  const { id } = await paidLate(who);
  await resolve(id, returned);
  const elsewhere = (reference: string) => ({ how: 'elsewhere', reference, reason: 'The card is closed.' }) as const;
  const early = await resolve(id, elsewhere('SEPA 17'));
  expect([early.statusCode, early.json()]).toEqual([
    409,
    {
      code: 'refund-under-way',
      error: 'A refund of this deposit is already under way. If it fails, you can decide again.',
      details: {
        transaction: expect.objectContaining({
          _id: id,
          metadata: expect.objectContaining({ Refund: expect.any(String) }),
        }),
      },
    },
  ]);
  await api.database.pool.query(`update deposit_refunds set state = 'failed' where transaction_id = $1`, [id]);
  await api.database.pool.query(`update transactions set flags = '{refund-failed}' where id = $1`, [id]);
  const nameless = await resolve(id, elsewhere(' '));
  expect([nameless.statusCode, nameless.json<RefusalView>().error]).toEqual([
    400,
    'Enter the reference of the payment.',
  ]);
  const away = await buildTestNode(api.database, {
    ...checkout.env,
    mollie: { ...checkout.env.mollie, url: 'http://127.0.0.1:9' },
  });
  const unanswered = await resolve(id, elsewhere('SEPA 17'), boss, away);
  await away.close();
  expect([unanswered.statusCode, unanswered.json<RefusalView>().error]).toEqual([
    503,
    'The payment provider is unavailable. Your decision was not recorded. Try again in a few minutes.',
  ]);
  const strict = await buildTestNode(api.database, { ...checkout.env, fourEyes: cents(100) });
  expect((await resolve(id, elsewhere('SEPA 17'), boss, strict)).json<RefusalView>().code).toBe('second-admin-needed');
  const listed = await requestAs(strict.app, other, 'GET', '/payment/all?flag=refund-failed');
  const [shown] = listed.json<AdminTransactionView[]>().filter(({ _id }) => _id === id);
  expect([shown?.proposal, shown?.refundProposal]).toMatchObject([
    undefined,
    { amount: 10, reference: 'SEPA 17', by: 'Ada Bell' },
  ]);
  const done = await resolve(id, elsewhere('SEPA 17'), other, strict);
  await strict.close();
  expect(done.json<DecideAnswer>().transaction).toMatchObject({
    flags: [],
    metadata: { Refund: '$10.00 was paid back in another way (SEPA 17).' },
  });
  expect((await historyOf(api.app, who.token))[0]?.metadata).toMatchObject({
    Refund: '$10.00 was paid back in another way (SEPA 17).',
  });
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual([
    'deposit-returned',
    'deposit-proposed',
    'deposit-refund-paid',
  ]);
  expect(await who.cash()).toBe(0);
});

test('finds deposits that need a decision by their flag', async () => {
  const who = await bettor();
  const { id } = await paidTwice(who);
  const url = '/payment/all?flag=amount-differs,paid-after-close';
  const listed = async () =>
    (await requestAs(api.app, boss, 'GET', url)).json<{ _id: string }[]>().map(({ _id }) => _id);
  expect(await listed()).toContain(id);
  await resolve(id, returned);
  expect(await listed()).not.toContain(id);
});

test(`the webhook, the sweep and two admins at once: one admin wins, the other is refused, credited once, ${rounds} times`, async () => {
  const sweeping: ReconcileDeps = {
    db: api.database.db,
    writer: two.writer,
    provider: createMollie(checkout.env.mollie),
    dataKey: testDataKey,
    bonus: standardTerms,
    now: () => instant(Date.now()),
    announce: () => undefined,
    queueEmail: () => undefined,
    alarm: () => undefined,
  };
  const lane = async (number: number): Promise<number> => {
    const who = await bettor();
    let credited = 0;
    for (let round = number; round < rounds; round += lanes) {
      const { id, payment } = round % 2 === 0 ? await paidTwice(who) : await paidLate(who);
      const before = await who.cash();
      const sweep = async () => {
        const deposit = await readTransaction(sweeping.db, id as TransactionId);
        if (deposit) await reconcileDeposit(sweeping, deposit);
      };
      const [mine, theirs, hook] = await Promise.all([
        resolve(id, credit(10)),
        // The other admin in turn refunds it, or credits the same or another amount.
        resolve(id, [returned, credit(10), credit(9)][round % 3] ?? returned, other, two),
        sendWebhook(two.app, `id=${payment}`),
        sweep(),
      ]);
      expect([[mine.statusCode, theirs.statusCode].toSorted(), hook.statusCode]).toEqual([[200, 409], 200]);
      const loser = mine.statusCode === 409 ? mine : theirs;
      expect(loser.json<RefusalView>().code).toBe('deposit-resolved');
      await sweep();
      const won = (mine.statusCode === 200 ? mine : theirs).json<DecideAnswer>().transaction;
      const amount = won.status === 'completed' ? won.amount * 100 : 0;
      if (amount > 0) credited += 1;
      expect([(await who.cash()) ?? 0, (await actionsOn(id)).length]).toEqual([(before ?? 0) + amount, 1]);
    }
    const events = await api.database.pool.query(
      `select count(*)::int as count from ledger_events where type = 'DepositCredited' and wallet_id = $1`,
      [who.user.walletId],
    );
    expect(events.rows).toEqual([{ count: credited }]);
    return credited;
  };
  const credits = await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  expect(Math.max(...credits)).toBeGreaterThan(0);
  expect(await verifyMoney(api.database.pool)).toMatchObject({ passed: true, findings: [] });
});

describe('attack: one admin decides deposits of any amount alone', () => {
  let strict: Omit<TestApp, 'database'>;
  let [first, second] = ['', ''];
  beforeAll(async () => {
    strict = await buildTestNode(api.database, { ...checkout.env, fourEyes: cents(2_500) });
    for (const name of ['first', 'second']) await openAccount(api, `${name}@example.com`, 'admin');
    [first, second] = [await logIn(api.app, 'first@example.com'), await logIn(api.app, 'second@example.com')];
  });
  afterAll(() => strict.close());

  test.each([
    { since: 'no longer counts', roles: ['bettor'] },
    { since: 'does not count once they have it again', roles: ['bettor', 'admin'] },
  ] as const)('what an admin proposed whose role was taken $since', async ({ roles }) => {
    const who = await bettor();
    const { id } = await paidTwice(who);
    const former = await openAccount(api, `former-${roles.length}@example.com`, 'admin');
    const tight = await buildTestNode(api.database, { ...checkout.env, fourEyes: cents(100) });
    const codeOf = async (token: string) => (await resolve(id, credit(15), token, tight)).json<RefusalView>().code;
    expect(await codeOf(await logIn(api.app, former.email))).toBe('second-admin-needed');
    for (const role of roles) {
      await api.database.byOwner((db) => changeRole(db, former.id, role, instant(Date.now())));
    }
    const listed = await requestAs(tight.app, second, 'GET', '/payment/all?limit=200');
    expect(listed.json<AdminTransactionView[]>().find(({ _id }) => _id === id)?.proposal).toBeUndefined();
    expect([await codeOf(second), await who.cash()]).toEqual(['second-admin-needed', 0]);
    expect([await codeOf(first), await who.cash()]).toEqual([undefined, 1_500]);
    await tight.close();
  });

  test('above the daily limit two admins must make the same decision; only what one decided alone counts towards it', async () => {
    const who = await bettor();
    const [small, large, other] = [await paidTwice(who), await paidTwice(who), await paidLate(who)];
    const decide = async (id: string, what: ResolveRequest, token: string) => {
      const { statusCode, ...answer } = await resolve(id, what, token, strict);
      return [statusCode, answer.json<RefusalView>().code];
    };
    expect(await decide(small.id, credit(20.01), first)).toEqual([422, 'amount-above-paid']);
    expect(await decide(small.id, credit(15), first)).toEqual([200, undefined]);
    expect(await decide(large.id, credit(15), first)).toEqual([409, 'second-admin-needed']);
    expect(await decide(large.id, credit(15), first)).toEqual([409, 'second-admin-needed']);
    const listed = await requestAs(strict.app, second, 'GET', '/payment/all?limit=200');
    expect(listed.json<AdminTransactionView[]>().find(({ _id }) => _id === large.id)?.proposal).toMatchObject({
      how: 'credit',
      amount: 15,
      by: 'Ada Bell',
    });
    expect(await decide(other.id, returned, first)).toEqual([200, undefined]);
    expect(await who.cash()).toBe(1_500);
    expect(await decide(large.id, credit(15), second)).toEqual([200, undefined]);
    expect(await who.cash()).toBe(3_000);
    expect((await actionsOn(large.id)).map(({ action }) => action)).toEqual(['deposit-proposed', 'deposit-credited']);
    const { rows } = await api.database.pool.query(
      `select u.email, s.action, s.amount from solo_decisions s join users u on u.id = s.admin
      where u.email in ('first@example.com', 'second@example.com') order by s.id`,
    );
    expect(rows).toEqual([
      { email: 'first@example.com', action: 'deposit-credited', amount: 1_500 },
      { email: 'first@example.com', action: 'deposit-returned', amount: 1_000 },
    ]);
  });

  test('only the same decision of another admin confirms a proposal; a different one is a new proposal', async () => {
    const who = await bettor();
    const [alone, { id }] = [await paidTwice(who), await paidTwice(who)];
    const statusOf = async (...[what, token]: readonly [ResolveRequest, string]) =>
      (await resolve(id, what, token, strict)).statusCode;
    expect((await resolve(alone.id, credit(20), second, strict)).statusCode).toBe(200);
    expect(await statusOf(credit(19), first)).toBe(409);
    expect(await statusOf(credit(18), second)).toBe(409);
    expect(await who.cash()).toBe(2_000);
    expect(await statusOf(credit(18), first)).toBe(200);
    expect(await who.cash()).toBe(3_800);
  });
});
