import { standardTerms } from '@touchline/core/bonus';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { instant, seconds } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import type { DepositMethod } from '@touchline/core/payments';
import { createMollie } from '@touchline/payments/mollie';
import { type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import { createSandbox } from '@touchline/sandbox/create';
import type { User } from '@touchline/store/accounts';
import { verifyLedger } from '@touchline/store/ledger';
import { readTransaction, readTransactionByPayment } from '@touchline/store/payments';
import {
  causeOf,
  confirmedWithdrawal,
  createTestDatabase,
  openAccount,
  openWithdrawals,
  testDataKey,
} from '@touchline/store/testing';
import { createWalletWriter, readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import { atBank, beginDeposit, mollieKey, refundsAt } from '../testing/provider-deposits.ts';
import { refundDeposits } from './refund-deposits.ts';

let ahead = 0;
let alarms: string[] = [];
const database = await createTestDatabase();
/** Writers of the worker and of the api. */
const writer = createWalletWriter(database.worker);
const apiWriter = createWalletWriter(database);
const sandbox = await createSandbox({ mollieApiKey: mollieKey, now: () => Date.now() + ahead });
afterAll(async () => {
  expect(await verifyLedger(database.pool)).toMatchObject({ passed: true, findings: [] });
  await sandbox.close();
  await writer.close();
  await apiWriter.close();
  await database.close();
});

const now = () => instant(Date.now() + ahead);
const mollie = () => createMollie({ url: sandbox.url, key: mollieKey });
const deps = (): ReconcileDeps => ({
  dataKey: testDataKey,
  db: database.worker.db,
  writer,
  provider: mollie(),
  bonus: { ...standardTerms, percent: 0 },
  now,
  announce: () => {},
  queueEmail: () => undefined,
  alarm: (_, event) => alarms.push(event),
});
const log = { info: () => {}, warn: () => {}, error: (_: object, event: string) => alarms.push(event) };
const work = () => refundDeposits({ ...deps(), log });
const newId = () => crypto.randomUUID() as string as TransactionId;
const bank = (paymentId: string, what: string, body?: object) => atBank(sandbox.url, paymentId, what, body);
const refundsOf = async (paymentId: string) =>
  (await refundsAt(sandbox.url, paymentId)).map(({ id, amount }) => ({ id, value: amount.value }));
/** What the api does about a webhook. */
async function hint(payment: string): Promise<void> {
  const deposit = await readTransactionByPayment(database.db, 'mollie', payment);
  if (deposit) await reconcileDeposit(deps(), deposit);
}

const bettorWith = (name: string) => openAccount(database.db, `${name}@example.com`, name);

/** A deposit that was paid at the provider and credited. */
async function deposit(bettor: User, method: DepositMethod, credit: Cents, hundredths: number): Promise<string> {
  const charge = { currency: method === 'ideal' ? 'EUR' : 'USD', amount: hundredths } as const;
  const asked = { method, charge, credit };
  const { paymentId } = await beginDeposit(database.db, sandbox.url, bettor, asked, now());
  await bank(paymentId, 'pay-other', { value: (hundredths / 100).toFixed(2) });
  await hint(paymentId);
  return paymentId;
}

const request = async ({ walletId }: User, amount: Cents): Promise<TransactionId> => {
  const transactionId = newId();
  const asked = { method: 'bank_transfer', payout: null, asked: 'test', flags: [], metadata: {} } as const;
  const done = await apiWriter.submit({
    type: 'request-withdrawal',
    transactionId,
    walletId,
    amount,
    ...asked,
    ...confirmedWithdrawal,
    returnsBy: 'mollie',
    ...causeOf('request-withdrawal'),
  });
  if (!done.ok) throw new Error(done.refusal.code);
  return transactionId;
};
const approve = async ({ walletId }: User, transactionId: TransactionId) => {
  const decided = await apiWriter.submit({
    type: 'decide-withdrawal',
    transactionId,
    walletId,
    decision: { how: 'paid', reference: 'PO-1' },
    by: { userId: newId() as string as UserId, walletId: newId() as string as WalletId },
    policy: openWithdrawals,
    requestId: 'r-1',
    ...causeOf('decide-withdrawal'),
  });
  if (!decided.ok) throw new Error(decided.refusal.code);
};
const routeOf = async (id: TransactionId) =>
  (await readTransaction(database.db, id))?.payoutPlan?.route.map(({ method, amount, state }) => [
    method,
    amount,
    state,
  ]);
const cashOf = async ({ walletId }: User) => (await readWallet(database.db, walletId))?.wallet.cash;
const reversalsOf = async ({ walletId }: User) => {
  const text = "select 1 from ledger_events where wallet_id = $1 and type = 'DepositReversed'";
  return (await database.pool.query(text, [walletId])).rowCount;
};

describe('attack: money from a card leaves to another account', () => {
  test('returns to the card first, once, and does not reverse the deposit as well', async () => {
    const ada = await bettorWith('ada');
    const payment = await deposit(ada, 'creditcard', cents(4_000), 4_000);
    const euro = await deposit(ada, 'ideal', cents(2_000), 1_840);
    const id = await request(ada, cents(5_000));
    expect(await routeOf(id)).toEqual([
      ['creditcard', 4_000, 'planned'],
      ['ideal', 1_000, 'planned'],
    ]);
    await work();
    expect(await refundsOf(payment)).toEqual([]);
    await approve(ada, id);
    await Promise.all([work(), work(), work()]);
    expect((await refundsOf(payment)).map(({ value }) => value)).toEqual(['40.00']);
    expect((await refundsOf(euro)).map(({ value }) => value)).toEqual(['9.20']);
    ahead += seconds(60);
    for (const one of [payment, euro, payment]) await hint(one);
    await work();
    expect(await routeOf(id)).toEqual([
      ['creditcard', 4_000, 'returned'],
      ['ideal', 1_000, 'returned'],
    ]);
    expect([await cashOf(ada), await reversalsOf(ada)]).toEqual([1_000, 0]);
    // Only what is not returned yet can go back by the next one.
    expect(await routeOf(await request(ada, cents(1_000)))).toEqual([['ideal', 1_000, 'planned']]);
  });

  test('a webhook before the refund is stored reverses nothing, and there is still one refund', async () => {
    const bea = await bettorWith('bea');
    const payment = await deposit(bea, 'creditcard', cents(3_000), 3_000);
    const id = await request(bea, cents(2_000));
    await approve(bea, id);
    const charge = { currency: 'USD', amount: 2_000 } as const;
    await mollie().refund({ paymentId: payment, transactionId: id, round: 1, description: 'lost', charge });
    ahead += seconds(60);
    await hint(payment);
    await work();
    expect((await refundsOf(payment)).map(({ value }) => value)).toEqual(['20.00']);
    expect([await routeOf(id), await cashOf(bea), await reversalsOf(bea)]).toEqual([
      [['creditcard', 2_000, 'returned']],
      1_000,
      0,
    ]);
  });

  test('a refund that fails is flagged, credits nothing, and an admin is notified', async () => {
    const cy = await bettorWith('cy');
    const payment = await deposit(cy, 'creditcard', cents(3_000), 3_000);
    const id = await request(cy, cents(3_000));
    await approve(cy, id);
    alarms = [];
    await work();
    const [refund] = await refundsOf(payment);
    await bank(payment, 'fail-refund', { refundId: refund?.id });
    await hint(payment);
    await work();
    const withdrawal = await readTransaction(database.db, id);
    expect([withdrawal?.status, withdrawal?.flags, await routeOf(id)]).toEqual([
      'completed',
      ['refund-failed'],
      [['creditcard', 3_000, 'failed']],
    ]);
    expect(withdrawal?.metadata['Not returned']).toBe('$30.00 could not go back and is still to be paid.');
    expect([await cashOf(cy), await reversalsOf(cy), alarms.length]).toEqual([0, 0, 1]);
  });

  test('a refund made at the provider by the operator still reverses the deposit', async () => {
    const dan = await bettorWith('dan');
    const payment = await deposit(dan, 'creditcard', cents(3_000), 3_000);
    await approve(dan, await request(dan, cents(1_000)));
    await work();
    await bank(payment, 'refund', { value: '5.00' });
    ahead += seconds(60);
    // The sandbox brings one refund of a payment forward with each call.
    for (let calls = 0; calls < 3; calls += 1) await hint(payment);
    expect([await cashOf(dan), await reversalsOf(dan)]).toEqual([1_500, 1]);
  });

  test('a canceled withdrawal leaves its deposit for the next one', async () => {
    const eve = await bettorWith('eve');
    await deposit(eve, 'creditcard', cents(3_000), 3_000);
    const id = await request(eve, cents(3_000));
    await apiWriter.submit({
      type: 'decide-withdrawal',
      transactionId: id,
      walletId: eve.walletId,
      decision: { how: 'canceled', reason: 'Changed my mind' },
      by: { userId: eve.id, walletId: eve.walletId },
      policy: openWithdrawals,
      requestId: 'r-1',
      ...causeOf('decide-withdrawal'),
    });
    expect(await routeOf(await request(eve, cents(3_000)))).toEqual([['creditcard', 3_000, 'planned']]);
    await work();
    expect(await routeOf(id)).toEqual([['creditcard', 3_000, 'planned']]);
  });
});
