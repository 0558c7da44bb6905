import { standardTerms } from '@touchline/core/bonus';
import type {
  AdminTransactionView,
  DecideAnswer,
  RefusalView,
  ReturnRequest,
  WithdrawAnswer,
} from '@touchline/core/contract';
import type { TransactionId } from '@touchline/core/ids';
import { hours, instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { createMollie } from '@touchline/payments/mollie';
import { type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import { advanceReturns } from '@touchline/payments/returns';
import { changeRole } from '@touchline/store/accounts';
import { verifyLedger } from '@touchline/store/ledger';
import { readTransaction, readTransactionByPayment } from '@touchline/store/payments';
import { closeProblem } from '@touchline/store/privacy';
import { openWithdrawals, testDataKey } from '@touchline/store/testing';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import { endVerification, fault } from '../testing/end-verification.ts';
import {
  buildTestApp,
  buildTestNode,
  logIn,
  openAccount,
  openBettor,
  promote,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';
import { beginDeposit, openCheckout, verifyPayment } from '../testing/test-checkout.ts';

const alarms: string[] = [];
const checkout = await openCheckout();
const env = { ...checkout.env, withdrawals: openWithdrawals };
const api = await buildTestApp(env);
const two = await buildTestNode(api.database, env);
const strict = await buildTestNode(api.database, {
  ...env,
  withdrawals: { ...openWithdrawals, oneAdminUpTo: cents(3_000) },
});
for (const name of ['boss', 'other']) await openAccount(api, `${name}@example.com`, 'admin');
const [boss, other] = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'other@example.com')];
afterAll(async () => {
  expect(await verifyLedger(api.database.pool)).toMatchObject({ passed: true, findings: [] });
  await strict.close();
  await two.close();
  await api.close();
  await checkout.close();
});

type Node = Pick<TestApp, 'app'>;
const post = (token: string, url: string, payload: object, { app }: Node = api) =>
  requestAs(app, token, 'POST', url, payload);
const resolve = (id: string, payload: ReturnRequest, token = boss, node: Node = api) =>
  post(token, `/payment/withdraw/return/${id}`, payload, node);
const pay = (amount: number, reference?: string): ReturnRequest => ({
  how: 'destination',
  amount,
  ...(reference !== undefined && { reference }),
});
const retry = (amount: number): ReturnRequest => ({ how: 'retry', amount });
const outcomeOf = async (answer: ReturnType<typeof resolve>) => {
  const { statusCode, json } = await answer;
  return statusCode === 200 ? 'done' : json<RefusalView>().code;
};

let ahead = 0;
const deps = (): ReconcileDeps => ({
  db: api.database.db,
  writer: two.writer,
  provider: createMollie(checkout.env.mollie),
  bonus: standardTerms,
  now: () => instant(Date.now() + ahead),
  announce: () => undefined,
  queueEmail: () => undefined,
  alarm: (_, event) => alarms.push(event),
  dataKey: testDataKey,
});
/** What the worker does with one withdrawal. */
async function work(id: string, changes: Partial<ReconcileDeps> = {}): Promise<void> {
  const withdrawal = await readTransaction(api.database.db, id as TransactionId);
  if (withdrawal) await advanceReturns({ ...deps(), ...changes }, withdrawal);
}
const partsOf = async (id: string) =>
  (await readTransaction(api.database.db, id as TransactionId))?.payoutPlan?.route.map(({ state, round }) => [
    state,
    round,
  ]);
const refundsOf = async (payment: string) => {
  const answer = await fetch(`${checkout.sandbox.url}/v2/payments/${payment}/refunds`, {
    headers: { authorization: `Bearer ${checkout.env.mollie.key}` },
  });
  const list = (await answer.json()) as { _embedded: { refunds: { id: string; status: string }[] } };
  return list._embedded.refunds;
};
const actionsOn = async (id: string) => {
  const text = 'select action, after from audit_log where subject = $1 order by id';
  const { rows } = await api.database.pool.query<{ action: string; after: object }>(text, [`withdrawal:${id}`]);
  return rows.filter(({ action }) => action.startsWith('withdrawal-return'));
};
const emailsOn = (id: string) =>
  [...api.emails, ...two.emails, ...strict.emails].flatMap((job) =>
    'transactionId' in job && job.transactionId === id && job.kind.startsWith('withdrawal-return') ? [job.kind] : [],
  );
const ledgerOf = async (walletId: string) => {
  const text = 'select type, amount from ledger_events where wallet_id = $1 order by seq';
  return (await api.database.pool.query(text, [walletId])).rows;
};
const adminViewOf = async (id: string) => {
  const url = '/payment/all?flag=refund-failed&type=withdrawal&limit=200';
  const answer = await requestAs(api.app, boss, 'GET', url);
  return answer.json<AdminTransactionView[]>().find(({ _id }) => _id === id);
};

let bettors = 0;
/** A paid withdrawal of $40 whose refund failed at the bank: $40 is owed. Of several deposits, only the first one's refund has failed. */
async function failedReturn({ details = true, dollars = 40, deposits = 1, approvedBy = other } = {}) {
  bettors += 1;
  const { user, token } = await openBettor(api, `returned-${bettors}@example.com`);
  const payments: string[] = [];
  for (let count = 0; count < deposits; count += 1) {
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, dollars, 'creditcard');
    await checkout.choose(checkoutUrl, 'paid');
    await verifyPayment(api.app, token, transactionId);
    payments.push(checkoutUrl.split('/').at(-1) ?? '');
  }
  const [payment = '', ...others] = payments;
  const bank = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban: 'NL91 ABNA 0417 1643 00' };
  const asked = await post(token, '/payment/withdraw', {
    amount: dollars * deposits,
    forfeitBonus: true,
    password: testPassword,
    ...(details ? { withdrawalMethod: 'bank_transfer', ...bank } : { withdrawalMethod: 'paypal' }),
  });
  if (asked.statusCode !== 201) throw new Error(asked.body);
  const id = asked.json<WithdrawAnswer>().transactionId;
  const approved = await post(approvedBy, `/payment/withdraw/process/${id}`, {});
  if (approved.statusCode !== 200) throw new Error(approved.body);
  await work(id);
  await failRefund(payment);
  await work(id);
  return { id, payment, others, user, token };
}
async function failRefund(payment: string): Promise<void> {
  const last = (await refundsOf(payment)).find(({ status }) => status === 'pending' || status === 'processing');
  await checkout.bank(payment, 'fail-refund', { refundId: last?.id });
}

describe('a withdrawal whose refund failed', () => {
  test('is listed with the amount owed and the reason of the provider', async () => {
    const { id, payment } = await failedReturn();
    const [refund] = await refundsOf(payment);
    expect(await adminViewOf(id)).toMatchObject({
      status: 'completed',
      owed: 40,
      returns: [{ amount: 40, state: 'failed', reason: `The refund ${refund?.id} failed at the bank.` }],
    });
  });

  test('is retried as a refund of its own, once, and can fail again', async () => {
    const { id, payment, user } = await failedReturn();
    const ledger = await ledgerOf(user.walletId);
    expect(await outcomeOf(resolve(id, retry(40)))).toBe('done');
    expect([await partsOf(id), await adminViewOf(id)]).toEqual([[['waiting', 2]], undefined]);
    await Promise.all([work(id), work(id), work(id)]);
    expect((await refundsOf(payment)).map(({ status }) => status)).toEqual(['failed', 'pending']);
    await failRefund(payment);
    await work(id);
    expect(await partsOf(id)).toEqual([['failed', 2]]);
    expect(await outcomeOf(resolve(id, retry(40), other))).toBe('done');
    await work(id);
    checkout.passMs(60_000);
    for (let calls = 0; calls < 3; calls += 1) await work(id);
    expect(await partsOf(id)).toEqual([['returned', 3]]);
    expect((await actionsOn(id)).map(({ action }) => action)).toEqual(Array(2).fill('withdrawal-return-retried'));
    expect(emailsOn(id)).toEqual(Array(2).fill('withdrawal-return-retried'));
    expect(await ledgerOf(user.walletId)).toEqual(ledger);
  });

  test('is paid to the destination: part, audit log and email once, and the ledger stays as it is', async () => {
    const { id, user, token } = await failedReturn();
    const ledger = await ledgerOf(user.walletId);
    expect(await closeProblem(api.database.db, user.id)).toEqual({ code: 'withdrawal-pending' });
    const done = await resolve(id, pay(40, 'BANK-7'));
    expect(done.json<DecideAnswer>().transaction).toMatchObject({
      status: 'completed',
      flags: expect.not.arrayContaining(['refund-failed']),
      metadata: { 'Paid instead': '$40.00 to NL•• •••• •••• ••43 00 (BANK-7)' },
      returns: [{ amount: 40, state: 'paid' }],
    });
    // The answer was lost, and the same admin presses again.
    expect((await resolve(id, pay(40, 'BANK-7'))).statusCode).toBe(200);
    expect(await outcomeOf(resolve(id, pay(40), other))).toBe('return-changed');
    expect(await outcomeOf(resolve(id, retry(40)))).toBe('return-changed');
    expect(await actionsOn(id)).toMatchObject([
      { action: 'withdrawal-return-paid', after: { how: 'destination', owed: 40, reference: 'BANK-7' } },
    ]);
    expect(emailsOn(id)).toEqual(['withdrawal-return-paid']);
    expect(await ledgerOf(user.walletId)).toEqual(ledger);
    expect((await readWallet(api.database.db, user.walletId))?.wallet.cash).toBe(0);
    expect(await closeProblem(api.database.db, user.id)).toBeUndefined();
    const seen = await requestAs(api.app, token, 'GET', '/payment/history');
    expect(seen.json<AdminTransactionView[]>().find(({ _id }) => _id === id)?.returns).toEqual([
      { method: 'creditcard', amount: 40, state: 'paid' },
    ]);
  });

  test('is recorded as paid in another way only with a reference, also where the bettor named no account', async () => {
    const { id } = await failedReturn({ details: false });
    const elsewhere = (reference?: string): ReturnRequest => ({
      how: 'elsewhere',
      amount: 40,
      ...(reference !== undefined && { reference }),
    });
    expect(await outcomeOf(resolve(id, pay(40)))).toBe('destination-missing');
    expect(await outcomeOf(resolve(id, elsewhere()))).toBe('reference-missing');
    expect(await outcomeOf(resolve(id, elsewhere('  ')))).toBe('reference-missing');
    const done = await resolve(id, elsewhere('CHEQUE-3'));
    expect(done.json<DecideAnswer>().transaction.metadata).toMatchObject({
      'Paid instead': '$40.00 to you in another way (CHEQUE-3)',
    });
  });

  test('is paid while the ledger is in doubt only by admins who accept its findings, which the audit log keeps', async () => {
    const { id } = await failedReturn();
    const despite = await endVerification(api.database.db, [fault]);
    for (const admin of [boss, other]) {
      expect(await outcomeOf(resolve(id, pay(40), admin, strict))).toBe('ledger-in-doubt');
      expect(await outcomeOf(resolve(id, { ...pay(40), despite }, admin, strict))).toBe('done');
    }
    await endVerification(api.database.db, []);
    expect(await actionsOn(id)).toMatchObject([
      { action: 'withdrawal-return-approved-first', after: { despiteFindingsOf: despite } },
      { action: 'withdrawal-return-paid', after: { despiteFindingsOf: despite } },
    ]);
  });

  test('of another amount than the admin saw, of oneself, of nothing, or with the provider away changes nothing', async () => {
    const { id, user } = await failedReturn();
    expect(await outcomeOf(resolve(id, pay(39.99)))).toBe('return-changed');
    expect(await outcomeOf(resolve(id, pay(0.001)))).toBe('amount-invalid');
    expect(await outcomeOf(resolve('00000000-0000-7000-8000-000000000000', pay(40)))).toBe('transaction-unknown');
    const away = await buildTestNode(api.database, {
      ...checkout.env,
      withdrawals: openWithdrawals,
      mollie: { ...checkout.env.mollie, url: 'http://127.0.0.1:9' },
    });
    for (const asked of [pay(40), retry(40)]) {
      expect((await resolve(id, asked, boss, away)).json<RefusalView>()).toEqual({
        code: 'unavailable',
        error: 'The payment provider is unavailable. Your decision was not recorded. Try again in a few minutes.',
      });
    }
    await away.close();
    await promote(api, user);
    expect(await outcomeOf(resolve(id, pay(40), await logIn(api.app, user.email)))).toBe('own-withdrawal');
    expect([await partsOf(id), await actionsOn(id), emailsOn(id)]).toEqual([[['failed', 1]], [], []]);
  });
});

test('a returned part that is paid again counts as neither a deposit nor a payout of the day', async () => {
  const { id, payment } = await failedReturn();
  const from = new Date().toISOString();
  for (const what of ['chargeback', 'win-dispute']) {
    await checkout.bank(payment, what);
    const deposit = await readTransactionByPayment(api.database.db, 'mollie', payment);
    if (deposit) await reconcileDeposit(deps(), deposit);
  }
  expect(await outcomeOf(resolve(id, pay(40)))).toBe('done');
  const summary = await requestAs(api.app, boss, 'GET', `/payment/summary?from=${from}`);
  const nothing = { count: 0, amount: 0 };
  expect(summary.json()).toMatchObject({ depositsToday: nothing, withdrawalsToday: nothing });
});

describe('attack: a withdrawal is paid twice, by the provider and by an admin', () => {
  test.each([1, 2, 3])('of two admins at once on two nodes one is first, whatever they choose (%i)', async (round) => {
    const { id, user, payment } = await failedReturn();
    const ledger = await ledgerOf(user.walletId);
    const theirs = [retry(40), pay(40), { how: 'elsewhere', amount: 40, reference: 'X-1' } as const][round - 1];
    const answers = await Promise.all([
      outcomeOf(resolve(id, pay(40, 'BANK-1'))),
      outcomeOf(resolve(id, pay(40, 'BANK-1'))),
      outcomeOf(resolve(id, theirs ?? retry(40), other, two)),
      outcomeOf(resolve(id, theirs ?? retry(40), other, two)),
      work(id),
    ]);
    const [mine, again, late, later] = answers;
    // A repeated press gets the same answer; the other admin's is refused.
    expect([
      [mine, again],
      [late, later],
    ]).toEqual(
      mine === 'done'
        ? [
            ['done', 'done'],
            ['return-changed', 'return-changed'],
          ]
        : [
            ['return-changed', 'return-changed'],
            ['done', 'done'],
          ],
    );
    expect([(await actionsOn(id)).length, emailsOn(id).length]).toEqual([1, 1]);
    await work(id);
    const [part] = (await partsOf(id)) ?? [];
    expect((await refundsOf(payment)).length).toBe(part?.[0] === 'paid' ? 1 : 2);
    expect(await ledgerOf(user.walletId)).toEqual(ledger);
  });

  test('a refund whose answer was lost is found before anything is paid or retried', async () => {
    const { id, payment } = await failedReturn();
    await resolve(id, retry(40));
    const withdrawal = await readTransaction(api.database.db, id as TransactionId);
    const [part] = withdrawal?.payoutPlan?.route ?? [];
    if (!part) throw new Error('there is no part');
    const { round, charge } = part;
    const wanted = { paymentId: payment, transactionId: id as TransactionId, round, description: 'lost', charge };
    await createMollie(checkout.env.mollie).refund(wanted);
    const provider = createMollie({ ...checkout.env.mollie, url: 'http://127.0.0.1:9' });
    await work(id, { provider });
    ahead = hours(25);
    await work(id, { provider });
    ahead = 0;
    expect(await adminViewOf(id)).toMatchObject({
      owed: 40,
      returns: [{ reason: 'The provider could not be reached. Requested 2 times within a day.' }],
    });
    expect(await outcomeOf(resolve(id, pay(40)))).toBe('return-changed');
    expect([await partsOf(id), await adminViewOf(id)]).toEqual([[['asked', 2]], undefined]);
    expect((await refundsOf(payment)).length).toBe(2);
  });

  test('after a chargeback nothing is paid while the wallet owes', async () => {
    const { id, payment, user } = await failedReturn();
    await checkout.bank(payment, 'chargeback');
    const deposit = await readTransactionByPayment(api.database.db, 'mollie', payment);
    if (deposit) await reconcileDeposit(deps(), deposit);
    expect((await readWallet(api.database.db, user.walletId))?.wallet.cash).toBe(-4_000);
    expect(await outcomeOf(resolve(id, pay(40)))).toBe('player-in-debt');
    expect(await outcomeOf(resolve(id, { how: 'elsewhere', amount: 40, reference: 'X' }))).toBe('player-in-debt');
    expect(await partsOf(id)).toEqual([['failed', 1]]);
  });

  test('the database accepts one resolution of the same refunds, and never both approvals from one admin', async () => {
    const { id } = await failedReturn();
    await resolve(id, pay(40));
    const insert = (first: string | null) =>
      api.database.pool.query(
        `insert into return_decisions (transaction_id, rounds, how, amount, is_final, admin, first_admin, decided_at)
         select transaction_id, rounds, how, amount, true, admin, ${first === null ? 'null' : 'admin'}, decided_at
         from return_decisions where transaction_id = $1`,
        [id],
      );
    await expect(insert(null)).rejects.toThrow('return_decisions_once');
    await expect(insert('same')).rejects.toThrow('two_admins');
    await expect(api.database.pool.query('delete from return_decisions')).rejects.toThrow('permission denied');
  });
});

describe('attack: one admin pays what failed to return to an account of their choice', () => {
  test.each([
    { since: 'no longer counts', roles: ['bettor'] },
    { since: 'does not count once they have it again', roles: ['bettor', 'admin'] },
  ] as const)('the first approval of an admin whose role was taken $since', async ({ roles }) => {
    const { id } = await failedReturn();
    const former = await openAccount(api, `former-${roles.length}@example.com`, 'admin');
    expect(await outcomeOf(resolve(id, pay(40), await logIn(api.app, former.email), strict))).toBe('done');
    for (const role of roles) {
      await api.database.byOwner((db) => changeRole(db, former.id, role, instant(Date.now())));
    }
    expect((await adminViewOf(id))?.returnProposal).toBeUndefined();
    expect(await outcomeOf(resolve(id, pay(40), boss, strict))).toBe('done');
    expect(await partsOf(id)).toEqual([['failed', 1]]);
    expect(await outcomeOf(resolve(id, pay(40), other, strict))).toBe('done');
    expect(await partsOf(id)).toEqual([['paid', 1]]);
  });

  test('above the limit of one admin two decide the same; the first moves nothing', async () => {
    const { id, user } = await failedReturn();
    expect(await outcomeOf(resolve(id, pay(40, 'BANK-2'), boss, strict))).toBe('done');
    expect([await partsOf(id), emailsOn(id)]).toEqual([[['failed', 1]], []]);
    expect(await adminViewOf(id)).toMatchObject({
      owed: 40,
      returnProposal: { how: 'destination', amount: 40, reference: 'BANK-2', by: 'Ada Bell' },
    });
    expect(await outcomeOf(resolve(id, pay(40), boss, strict))).toBe('second-admin-needed');
    // A different decision does not confirm this one.
    expect(await outcomeOf(resolve(id, { how: 'elsewhere', amount: 40, reference: 'X-2' }, other, strict))).toBe(
      'done',
    );
    expect(await partsOf(id)).toEqual([['failed', 1]]);
    expect(await outcomeOf(resolve(id, { how: 'elsewhere', amount: 40, reference: 'X-2' }, boss, strict))).toBe('done');
    expect(await partsOf(id)).toEqual([['paid', 1]]);
    expect((await actionsOn(id)).map(({ action }) => action)).toEqual([
      'withdrawal-return-approved-first',
      'withdrawal-return-approved-first',
      'withdrawal-return-paid',
    ]);
    expect((await ledgerOf(user.walletId)).filter(({ type }) => type === 'WithdrawalPaid')).toHaveLength(1);
  });

  test('what one admin paid alone within a day counts for the next, and a retry needs no second admin', async () => {
    for (const name of ['third', 'fourth']) await openAccount(api, `${name}@example.com`, 'admin');
    const [third, fourth] = [await logIn(api.app, 'third@example.com'), await logIn(api.app, 'fourth@example.com')];
    const [first, second] = [await failedReturn({ dollars: 20 }), await failedReturn({ dollars: 20 })];
    expect(await outcomeOf(resolve(second.id, retry(20), third, strict))).toBe('done');
    await work(second.id);
    await failRefund(second.payment);
    await work(second.id);
    expect(await outcomeOf(resolve(first.id, pay(20), third, strict))).toBe('done');
    expect(await partsOf(first.id)).toEqual([['paid', 1]]);
    // The same destination: together they pass the limit.
    expect(await outcomeOf(resolve(second.id, pay(20), third, strict))).toBe('done');
    expect(await partsOf(second.id)).toEqual([['failed', 2]]);
    expect(await outcomeOf(resolve(second.id, pay(20), fourth, strict))).toBe('done');
    expect(await partsOf(second.id)).toEqual([['paid', 2]]);
  });

  test('what one admin paid alone of a withdrawal counts for its next part that fails', async () => {
    for (const name of ['fifth', 'sixth']) await openAccount(api, `${name}@example.com`, 'admin');
    const [fifth, sixth] = [await logIn(api.app, 'fifth@example.com'), await logIn(api.app, 'sixth@example.com')];
    const { id, others } = await failedReturn({ dollars: 20, deposits: 2 });
    expect(await outcomeOf(resolve(id, pay(20), fifth, strict))).toBe('done');
    expect((await partsOf(id))?.map(([state]) => state)).toEqual(['paid', 'asked']);
    for (const payment of others) await failRefund(payment);
    await work(id);
    expect(await outcomeOf(resolve(id, pay(20), fifth, strict))).toBe('done');
    expect((await partsOf(id))?.map(([state]) => state)).toEqual(['paid', 'failed']);
    expect(await outcomeOf(resolve(id, pay(20), sixth, strict))).toBe('done');
    expect((await partsOf(id))?.map(([state]) => state)).toEqual(['paid', 'paid']);
  });

  test('an admin who approved a withdrawal alone pays its parts alone: it is the same money', async () => {
    await openAccount(api, 'seventh@example.com', 'admin');
    const seventh = await logIn(api.app, 'seventh@example.com');
    const { id, others } = await failedReturn({ dollars: 15, deposits: 2, approvedBy: seventh });
    expect(await outcomeOf(resolve(id, pay(15), seventh, strict))).toBe('done');
    for (const payment of others) await failRefund(payment);
    await work(id);
    expect(await outcomeOf(resolve(id, pay(15), seventh, strict))).toBe('done');
    expect((await partsOf(id))?.map(([state]) => state)).toEqual(['paid', 'paid']);
  });
});
