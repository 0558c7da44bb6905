import { standardTerms } from '@touchline/core/bonus';
import type { TransactionId } from '@touchline/core/ids';
import { hours, instant, minutes } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { createMollie } from '@touchline/payments/mollie';
import { ProviderDown, UndocumentedAnswer } from '@touchline/payments/provider';
import type { PaymentChange } from '@touchline/payments/reconcile';
import { createSandbox } from '@touchline/sandbox/create';
import type { User } from '@touchline/store/accounts';
import { readTransaction } from '@touchline/store/payments';
import { createTestDatabase, openAccount, testDataKey } from '@touchline/store/testing';
import { createWalletWriter, readWallet } from '@touchline/store/wallet';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { atBank, beginDeposit, mollieKey, storeDeposit } from '../testing/provider-deposits.ts';
import { type SweepDepositsDeps, sweepDeposits } from './sweep-deposits.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database.worker);
const sandbox = await createSandbox({ mollieApiKey: mollieKey });
afterAll(async () => {
  await sandbox.close();
  await writer.close();
  await database.close();
});

let now = instant(Date.now());
let announced: PaymentChange[] = [];
let warnings: string[] = [];
beforeEach(async () => {
  announced = [];
  warnings = [];
  now = instant(Date.now());
  await database.pool.query(`update transactions set status = 'canceled' where status in ('initiated', 'pending')`);
});

const sweep = (changes: Partial<SweepDepositsDeps> = {}) =>
  sweepDeposits({
    db: database.worker.db,
    writer,
    provider: createMollie({ url: sandbox.url, key: mollieKey }),
    dataKey: testDataKey,
    bonus: standardTerms,
    now: () => now,
    announce: (change) => announced.push(change),
    queueEmail: () => undefined,
    alarm: (_, event) => warnings.push(event),
    log: { info: () => {}, warn: (_, event) => warnings.push(event), error: (_, event) => warnings.push(event) },
    afterMs: minutes(5),
    ...changes,
  });
const later = (ms: number) => {
  now = instant(now + ms);
};

let users = 0;
async function openUser(): Promise<User> {
  users += 1;
  return openAccount(database.db, `sweep-${users}@example.com`);
}

const tenDollars = { method: 'creditcard', charge: { currency: 'USD', amount: 1_000 }, credit: cents(1_000) } as const;
/** Stores a deposit as the API does before it calls the provider. */
const write = (user: User) => storeDeposit(database.db, user, tenDollars, now);
/** Stores a deposit with an open payment at the provider. */
const begin = (user: User) => beginDeposit(database.db, sandbox.url, user, tenDollars, now);
const bank = (paymentId: string, what: string, body?: object) => atBank(sandbox.url, paymentId, what, body);
const statusOf = async (id: TransactionId) => (await readTransaction(database.db, id))?.status;
const cashOf = async (user: User) => (await readWallet(database.db, user.walletId))?.wallet.cash;

test('credits a payment whose webhook was lost, not before its time, once, and announces it', async () => {
  const user = await openUser();
  const { id, paymentId } = await begin(user);
  await bank(paymentId, 'status', { status: 'paid' });
  later(minutes(4));
  await sweep();
  expect([await statusOf(id), await cashOf(user)]).toEqual(['initiated', 0]);
  later(minutes(1));
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect([await statusOf(id), await cashOf(user)]).toEqual(['completed', 1_000]);
  expect(
    announced.map(({ userId, transaction, forAdmins, wallet }) => [
      userId,
      transaction.status,
      forAdmins.user.email,
      wallet?.balance,
    ]),
  ).toEqual([[user.id, 'completed', user.email, 10]]);
});

test('closes an expired payment', async () => {
  const { id, paymentId } = await begin(await openUser());
  await bank(paymentId, 'status', { status: 'expired' });
  later(minutes(6));
  await sweep();
  expect(await statusOf(id)).toBe('canceled');
});

test('checks a deposit that stays open less and less often', async () => {
  await begin(await openUser());
  const asked: number[] = [];
  const provider = createMollie({ url: sandbox.url, key: mollieKey });
  const counting = {
    ...provider,
    read: async (id: string) => {
      asked.push(Math.round((now - began) / minutes(1)));
      return provider.read(id);
    },
  };
  const began = now;
  for (let minute = 0; minute <= 200; minute += 1) {
    await sweep({ provider: counting });
    later(minutes(1));
  }
  expect(asked).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 56, 63, 70, 78, 87, 97, 108, 120, 134, 149, 166, 185]);
});

test('closes a deposit without a payment after an hour', async () => {
  const user = await openUser();
  const { id } = await write(user);
  later(minutes(60));
  await sweep();
  expect(await statusOf(id)).toBe('initiated');
  later(minutes(8));
  await sweep();
  expect((await readTransaction(database.db, id))?.reason).toBe('The payment was never begun.');
  expect(announced.map(({ transaction }) => transaction.status)).toEqual(['failed']);
});

test('finds a chargeback whose webhook was lost within six hours', async () => {
  const user = await openUser();
  const { paymentId } = await begin(user);
  await bank(paymentId, 'status', { status: 'paid' });
  later(minutes(6));
  await sweep();
  await bank(paymentId, 'chargeback');
  later(hours(5));
  await sweep();
  expect(await cashOf(user)).toBe(1_000);
  later(hours(1) + minutes(1));
  await sweep();
  expect(await cashOf(user)).toBe(0);
});

test('changes nothing while the provider is down; the next sweep continues', async () => {
  const user = await openUser();
  const { id, paymentId } = await begin(user);
  await bank(paymentId, 'status', { status: 'paid' });
  later(minutes(6));
  await sweep({ provider: createMollie({ url: 'http://127.0.0.1:9', key: mollieKey }) });
  expect([await statusOf(id), warnings]).toEqual(['initiated', ['deposit could not be checked']]);
  later(minutes(6));
  await sweep();
  expect(await statusOf(id)).toBe('completed');
});

test('checks all others although the response for one payment cannot be read', async () => {
  const deposits = [];
  for (let count = 0; count < 7; count += 1) deposits.push(await begin(await openUser()));
  for (const { paymentId } of deposits) await bank(paymentId, 'status', { status: 'paid' });
  later(minutes(6));
  const provider = createMollie({ url: sandbox.url, key: mollieKey });
  let first: string | undefined;
  const read = (paymentId: string) => {
    first ??= paymentId;
    if (paymentId !== first) return provider.read(paymentId);
    return Promise.reject(new ProviderDown('read', new UndocumentedAnswer('odd')));
  };
  await sweep({ provider: { ...provider, read } });
  expect(warnings).toEqual(['deposit could not be checked']);
  for (const { id, paymentId } of deposits) {
    expect(await statusOf(id)).toBe(paymentId === first ? 'initiated' : 'completed');
  }
});
