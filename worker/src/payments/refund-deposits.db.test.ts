import { standardTerms } from '@touchline/core/bonus';
import type { TransactionId } from '@touchline/core/ids';
import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import type { Resolution } from '@touchline/core/payments';
import { createMollie } from '@touchline/payments/mollie';
import { type PaymentChange, type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import { resolveDeposit } from '@touchline/payments/resolve';
import { createSandbox } from '@touchline/sandbox/create';
import { changeRole } from '@touchline/store/accounts';
import { verifyMoney } from '@touchline/store/ledger';
import { readDepositRefund, readTransaction, readTransactionByPayment, viewForAdmins } from '@touchline/store/payments';
import { createTestDatabase, openAccount, testDataKey } from '@touchline/store/testing';
import { createWalletWriter, readWallet } from '@touchline/store/wallet';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { atBank, beginDeposit, mollieKey, refundsAt } from '../testing/provider-deposits.ts';
import { refundDeposits } from './refund-deposits.ts';

let ahead = 0;
const now = () => instant(Date.now() + ahead);
let announced: PaymentChange[] = [];
let alarms: string[] = [];
const database = await createTestDatabase();
const writer = createWalletWriter(database.worker);
const sandbox = await createSandbox({ mollieApiKey: mollieKey, now: () => Date.now() + ahead });
const open = (name: string) => openAccount(database.db, `${name}@example.com`, name);
const bettor = await open('ada');
const admins = [await open('bo'), await open('cy')];
for (const { id } of admins) await database.byOwner((db) => changeRole(db, id, 'admin', now()));
afterAll(async () => {
  await sandbox.close();
  await writer.close();
  await database.close();
});
beforeEach(() => {
  announced = [];
  alarms = [];
});

const mollie = (url = sandbox.url) => createMollie({ url, key: mollieKey });
const deps = (changes: Partial<ReconcileDeps> = {}): ReconcileDeps => ({
  db: database.worker.db,
  writer,
  provider: mollie(),
  dataKey: testDataKey,
  bonus: standardTerms,
  now,
  announce: (change) => announced.push(change),
  queueEmail: () => undefined,
  alarm: (_, event) => alarms.push(event),
  ...changes,
});
const log = { info: () => {}, warn: () => {}, error: (_: object, event: string) => alarms.push(event) };
const work = (changes: Partial<ReconcileDeps> = {}) => refundDeposits({ ...deps(changes), log });
const resolve = (
  id: TransactionId,
  resolution: Resolution,
  admin = admins[0],
  fourEyes = cents(100_000_000),
  on = deps({ db: database.db }),
) => {
  if (!admin) throw new Error('there is no admin');
  return resolveDeposit(on, id, resolution, {
    admin: { userId: admin.id, walletId: admin.walletId },
    requestId: 'r',
    fourEyes,
  });
};
const giveBack = (id: TransactionId, admin = admins[0]) =>
  resolve(id, { how: 'returned', reason: 'Not what was asked for.' }, admin);
const paidBy = (reference: string): Resolution => ({ how: 'elsewhere', reference, reason: 'The card is closed.' });
const bank = (paymentId: string, what: string, body?: object) => atBank(sandbox.url, paymentId, what, body);
const refundsOf = (paymentId: string) => refundsAt(sandbox.url, paymentId);
const shown = async (id: TransactionId) => {
  const deposit = await readTransaction(database.db, id);
  return [deposit?.status, deposit?.metadata['Refund'], deposit?.flags];
};

/** €10.00 were charged and €20.00 were paid: the deposit waits for a person. */
async function paidTwice() {
  const charge = { currency: 'EUR', amount: 1_000 } as const;
  const deposit = { method: 'ideal', charge, credit: cents(1_100) } as const;
  const { id, paymentId } = await beginDeposit(database.db, sandbox.url, bettor, deposit, now());
  await bank(paymentId, 'pay-other', { value: '20.00' });
  await hint(paymentId);
  return { id, payment: paymentId };
}

/** What the api does about a webhook. */
async function hint(payment: string): Promise<void> {
  const deposit = await readTransactionByPayment(database.db, 'mollie', payment);
  if (deposit) await reconcileDeposit(deps(), deposit);
}

test('refunds a deposit that an admin returned, fully and once; the deposit shows the progress, and no wallet changes', async () => {
  const { id, payment } = await paidTwice();
  expect((await giveBack(id)).ok).toBe(true);
  expect(await shown(id)).toEqual(['canceled', 'The refund is being requested.', []]);
  await Promise.all([work(), work(), work()]);
  await work();
  const [refund, ...others] = await refundsOf(payment);
  expect([refund?.amount.value, refund?.status, others]).toEqual(['20.00', 'pending', []]);
  expect((await shown(id))[1]).toBe(`€20.00 is being refunded (${refund?.id}).`);
  ahead += seconds(6);
  await hint(payment);
  expect((await shown(id))[1]).toBe(`€20.00 is on its way (${refund?.id}).`);
  // No webhook reports the rest: the next sweep finds it.
  ahead += hours(6);
  await work();
  expect(await shown(id)).toEqual(['canceled', `€20.00 was refunded (${refund?.id}).`, []]);
  expect(announced.at(-1)?.forAdmins.metadata?.['Refund']).toContain('was refunded');
  expect([(await readWallet(database.db, bettor.walletId))?.wallet.cash, alarms]).toEqual([
    0,
    ['payment differs from the charge: not credited, an admin must decide'],
  ]);
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
});

test('makes one refund even if a worker died after requesting it and the provider has forgotten the key', async () => {
  const { id, payment } = await paidTwice();
  await giveBack(id);
  const wanted = { paymentId: payment, transactionId: id, round: 1, description: 'Refund of deposit' };
  await mollie().refund(wanted);
  ahead += hours(2);
  await work();
  expect(await refundsOf(payment)).toHaveLength(1);
  expect((await readDepositRefund(database.db, id))?.state).toBe('refunded');
});

test('refunds only what is left, or nothing', async () => {
  const [part, all] = [await paidTwice(), await paidTwice()];
  await bank(part.payment, 'refund', { value: '5.00' });
  await bank(all.payment, 'refund');
  ahead += hours(6);
  for (const { id } of [part, all]) await giveBack(id);
  await work();
  expect((await refundsOf(part.payment)).map(({ amount }) => amount.value).toSorted()).toEqual(['15.00', '5.00']);
  expect(await refundsOf(all.payment)).toHaveLength(1);
  expect((await shown(all.id))[1]).toBe('The provider had refunded all of it already.');
});

test('waits for a refund made by hand, and makes its own if that one fails', async () => {
  const [kept, lost, part] = [await paidTwice(), await paidTwice(), await paidTwice()];
  await bank(part.payment, 'refund', { value: '15.00' });
  for (const { payment } of [kept, lost]) await bank(payment, 'refund');
  for (const { id } of [kept, lost, part]) await giveBack(id);
  await work();
  for (const { id, payment } of [kept, lost, part]) {
    expect(await shown(id)).toEqual(['canceled', 'Another refund of the payment is under way.', []]);
    expect(await refundsOf(payment)).toHaveLength(1);
  }
  for (const { payment } of [lost, part]) {
    const [byHand] = await refundsOf(payment);
    await bank(payment, 'fail-refund', { refundId: byHand?.id });
  }
  ahead += hours(6);
  await work();
  expect(await shown(kept.id)).toEqual(['canceled', 'The provider had refunded all of it already.', []]);
  for (const { id, payment } of [lost, part]) {
    const own = (await refundsOf(payment)).find(({ status }) => status !== 'failed');
    expect(await shown(id)).toEqual(['canceled', `€20.00 is being refunded (${own?.id}).`, []]);
  }
});

test('flags a requested refund that the provider does not know any more', async () => {
  const { id, payment } = await paidTwice();
  await giveBack(id);
  await work();
  const [refund] = await refundsOf(payment);
  alarms = [];
  const forgetful = await createSandbox({ mollieApiKey: mollieKey, now });
  ahead += hours(6);
  await work({ provider: mollie(forgetful.url) });
  await forgetful.close();
  expect(await shown(id)).toEqual([
    'canceled',
    `The provider does not know the refund ${refund?.id}.`,
    ['refund-failed'],
  ]);
  expect(alarms).toContain('deposit could not be refunded: an admin must act');
});

test('flags a refund that failed at the bank, and retries it once when an admin decides so', async () => {
  const { id, payment } = await paidTwice();
  await giveBack(id);
  await work();
  const [first] = await refundsOf(payment);
  await bank(payment, 'fail-refund', { refundId: first?.id });
  alarms = [];
  await hint(payment);
  await hint(payment);
  expect(await shown(id)).toEqual([
    'canceled',
    `€20.00 could not be refunded: the refund ${first?.id} failed.`,
    ['refund-failed'],
  ]);
  expect(alarms).toEqual(['deposit could not be refunded: an admin must act']);
  // Not by who decided first: the same decision of theirs again answers the same.
  const again = await Promise.all([giveBack(id, admins[1]), giveBack(id, admins[1])]);
  expect(again.map((one) => one.ok || one.refusal.code).toSorted()).toEqual(['refund-under-way', true]);
  expect(await shown(id)).toEqual(['canceled', 'The refund is being requested.', []]);
  await work();
  expect((await refundsOf(payment)).map(({ status }) => status).toSorted()).toEqual(['failed', 'pending']);
  const text = `select action from audit_log where subject = $1 order by id`;
  const { rows } = await database.pool.query(text, [`deposit:${id}`]);
  expect(rows.map(({ action }) => action)).toEqual(['deposit-returned', 'deposit-refund-repeated']);
});

/** A refund that failed at the bank, of a deposit that an admin returned. */
async function failedRefund() {
  const { id, payment } = await paidTwice();
  await giveBack(id);
  await work();
  const [refund] = await refundsOf(payment);
  await bank(payment, 'fail-refund', { refundId: refund?.id });
  await hint(payment);
  alarms = [];
  return { id, payment };
}

test('records once that a failed refund was paid in another way: the alarm ends, and no wallet changes', async () => {
  const { id } = await failedRefund();
  const both = await Promise.all([resolve(id, paidBy('SEPA 17')), resolve(id, paidBy('SEPA 18'), admins[1])]);
  expect(both.map((one) => one.ok || one.refusal.code).toSorted()).toEqual(['deposit-resolved', true]);
  const reference = (await readDepositRefund(database.db, id))?.paidReference ?? '';
  expect(await shown(id)).toEqual(['canceled', `€20.00 was paid back in another way (${reference}).`, []]);
  expect(announced.at(-1)?.forAdmins.metadata?.['Refund']).toContain(reference);
  expect((await resolve(id, paidBy(reference))).ok).toBe(true);
  const { rows } = await database.pool.query(
    'select action, reason, after from audit_log where subject = $1 order by id',
    [`deposit:${id}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(['deposit-returned', 'deposit-refund-paid']);
  expect(rows[1]).toMatchObject({
    reason: 'The card is closed.',
    after: { reference, refund: `€20.00 was paid back in another way (${reference}).`, flags: [] },
  });
  expect((await readWallet(database.db, bettor.walletId))?.wallet.cash).toBe(0);
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
});

test('records no payment of a refund that the provider made after all, or while it is away', async () => {
  const { id, payment } = await failedRefund();
  const away = resolve(id, paidBy('SEPA 19'), admins[0], undefined, deps({ provider: mollie('http://127.0.0.1:9') }));
  await expect(away).rejects.toThrow();
  await bank(payment, 'refund');
  const before = await shown(id);
  // While one that was made by hand may still fail, the deposit stays flagged.
  for (const answer of [await resolve(id, paidBy('SEPA 19')), await giveBack(id, admins[1])]) {
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'refund-under-way' } });
    expect(await shown(id)).toEqual(before);
  }
  ahead += hours(6);
  expect(await resolve(id, paidBy('SEPA 19'))).toMatchObject({ ok: false, refusal: { code: 'deposit-resolved' } });
  expect(await shown(id)).toEqual(['canceled', 'The provider had refunded all of it already.', []]);
});

/** A refund that the provider has, but whose response was lost: after a day without the provider, it counts as failed. */
async function lostRefund() {
  const { id, payment } = await paidTwice();
  await giveBack(id);
  ahead += hours(25);
  await mollie().refund({ paymentId: payment, transactionId: id, round: 1, description: 'Refund of deposit' });
  await work({ provider: mollie('http://127.0.0.1:9') });
  return { id, payment };
}

test('repeats no refund that is under way, although its response was lost; if it fails at the bank, it is flagged', async () => {
  const { id, payment } = await lostRefund();
  const [ours] = await refundsOf(payment);
  expect(await giveBack(id, admins[1])).toMatchObject({ ok: false, refusal: { code: 'refund-under-way' } });
  await work();
  expect(await shown(id)).toEqual(['canceled', `€20.00 is being refunded (${ours?.id}).`, []]);
  await bank(payment, 'fail-refund', { refundId: ours?.id });
  await hint(payment);
  expect((await shown(id))[2]).toEqual(['refund-failed']);
});

test('records no payment in another way while our own refund is under way; if that one fails at the bank, it is flagged', async () => {
  const lost = await lostRefund();
  const repeated = await failedRefund();
  await giveBack(repeated.id, admins[1]);
  await work();
  for (const { id, payment } of [lost, repeated]) {
    const ours = (await refundsOf(payment)).find(({ status }) => status === 'pending')?.id;
    expect(await resolve(id, paidBy('SEPA 22'))).toMatchObject({ ok: false, refusal: { code: 'refund-under-way' } });
    expect(await readDepositRefund(database.db, id)).toMatchObject({ state: 'asked', refundId: ours });
    expect(await shown(id)).toEqual(['canceled', `€20.00 is being refunded (${ours}).`, []]);
    await bank(payment, 'fail-refund', { refundId: ours });
    alarms = [];
    await hint(payment);
    expect(await shown(id)).toEqual([
      'canceled',
      `€20.00 could not be refunded: the refund ${ours} failed.`,
      ['refund-failed'],
    ]);
    expect(alarms).toEqual(['deposit could not be refunded: an admin must act']);
  }
});

test('asks the provider only about a failed refund before a payment in another way is recorded', async () => {
  const { id } = await failedRefund();
  await giveBack(id, admins[1]);
  await work();
  const before = await readDepositRefund(database.db, id);
  const away = deps({ db: database.db, provider: mollie('http://127.0.0.1:9') });
  expect(await resolve(id, paidBy('SEPA 23'), admins[0], undefined, away)).toMatchObject({
    refusal: { code: 'refund-under-way' },
  });
  expect(await readDepositRefund(database.db, id)).toEqual(before);
});

test('a failed refund that the provider no longer knows is recorded as paid in another way, or repeated', async () => {
  const forgetful = await createSandbox({ mollieApiKey: mollieKey, now });
  const on = deps({ db: database.db, provider: mollie(forgetful.url) });
  const [recorded, repeated] = [await failedRefund(), await failedRefund()];
  expect((await resolve(recorded.id, paidBy('SEPA 25'), admins[0], undefined, on)).ok).toBe(true);
  expect((await readDepositRefund(database.db, recorded.id))?.paidReference).toBe('SEPA 25');
  const again: Resolution = { how: 'returned', reason: 'Once more.' };
  expect((await resolve(repeated.id, again, admins[1], undefined, on)).ok).toBe(true);
  expect(await readDepositRefund(database.db, repeated.id)).toMatchObject({ state: 'waiting', round: 2 });
  await forgetful.close();
});

test('two admins record the same payment in another way above the limit of one', async () => {
  const { id } = await failedRefund();
  const record = async (reference: string, admin: number) => {
    const done = await resolve(id, paidBy(reference), admins[admin], cents(100));
    return done.ok || done.refusal.code;
  };
  expect(await record('SEPA 20', 0)).toBe('second-admin-needed');
  expect(await record('SEPA 20', 0)).toBe('second-admin-needed');
  expect(await record('SEPA 21', 1)).toBe('second-admin-needed');
  expect((await readDepositRefund(database.db, id))?.state).toBe('failed');
  expect(await record('SEPA 21', 0)).toBe(true);
  expect((await readDepositRefund(database.db, id))?.paidReference).toBe('SEPA 21');
});

test('a proposal to record a payment in another way ends when the refund is repeated', async () => {
  const { id, payment } = await failedRefund();
  const record = async (admin: number) => {
    const done = await resolve(id, paidBy('SEPA 24'), admins[admin], cents(100));
    return done.ok || done.refusal.code;
  };
  const proposed = async () => {
    const deposit = await readTransaction(database.db, id);
    const [view] = await viewForAdmins(database.db, deposit ? [deposit] : []);
    return view?.refundProposal?.by;
  };
  expect([await record(0), await proposed()]).toEqual(['second-admin-needed', 'bo']);
  await giveBack(id, admins[0]);
  await work();
  const again = (await refundsOf(payment)).find(({ status }) => status === 'pending');
  await bank(payment, 'fail-refund', { refundId: again?.id });
  await hint(payment);
  expect(await proposed()).toBeUndefined();
  expect([await record(1), await proposed()]).toEqual(['second-admin-needed', 'cy']);
  expect((await readDepositRefund(database.db, id))?.state).toBe('failed');
  expect(await record(0)).toBe(true);
});

test('retries a refund after the provider was down', async () => {
  const { id, payment } = await paidTwice();
  await giveBack(id);
  await work({ provider: mollie('http://127.0.0.1:9') });
  expect([await readDepositRefund(database.db, id), await refundsOf(payment)]).toMatchObject([
    { state: 'waiting', attempts: 1 },
    [],
  ]);
  ahead += minutes(1);
  await work();
  expect(await refundsOf(payment)).toHaveLength(1);
});
