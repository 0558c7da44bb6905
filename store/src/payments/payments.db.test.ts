import type { TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../accounts/index.ts';
import {
  causeOf,
  confirmedWithdrawal,
  createTestDatabase,
  openAccount,
  openWithdrawals,
  type TestDatabase,
} from '../testing/index.ts';
import { createWalletWriter, type WalletWriter } from '../wallet/index.ts';
import {
  listTransactions,
  paymentsSummary,
  readLifetimeTotals,
  readTransaction,
  type TransactionQuery,
  viewForAdmins,
} from './index.ts';

let database: TestDatabase;
let writer: WalletWriter;
let ada: User;
let bea: User;
let boss: User;
/** In the order in which they are asked for, also should two fall into one millisecond. */
const ids = {
  deposit: 'aaaaaa00-0000-4000-8000-000000000001' as TransactionId,
  beas: 'abcdef00-0000-4000-8000-000000000005' as TransactionId,
  paid: 'bbbbbb00-0000-4000-8000-000000000002' as TransactionId,
  waiting: 'bbbbbb11-0000-4000-8000-000000000003' as TransactionId,
  large: 'cccccc00-0000-4000-8000-000000000004' as TransactionId,
};

beforeAll(async () => {
  database = await createTestDatabase();
  writer = createWalletWriter(database);
  ada = await openAccount(database.db, 'ada@example.com', 'Ada 100% Bell');
  bea = await openAccount(database.db, 'bea@example.com', 'Bea_Cole');
  boss = await openAccount(database.db, 'boss@example.com', 'Bo Ss');
  await deposit(ada, ids.deposit, 900);
  await deposit(bea, ids.beas, 9_000);
  await withdraw(ada, ids.paid, 100);
  await pay(ada, ids.paid);
  await withdraw(ada, ids.waiting, 50);
  await withdraw(bea, ids.large, 8_000);
});
afterAll(async () => {
  await writer.close();
  await database.close();
});

const deposit = ({ walletId }: User, transactionId: TransactionId, dollars: number) =>
  writer.submit({
    type: 'credit-deposit',
    walletId,
    deposit: { transactionId, provider: 'mollie', providerPaymentId: `tr_${dollars}`, amount: cents(dollars * 100) },
    ...causeOf('credit-deposit'),
  });
const withdraw = ({ walletId }: User, transactionId: TransactionId, dollars: number) =>
  writer.submit({
    type: 'request-withdrawal',
    transactionId,
    walletId,
    amount: cents(dollars * 100),
    method: 'paypal',
    payout: { sealed: 'sealed', mask: 'a•••@example.com', fingerprint: 'f' },
    ...confirmedWithdrawal,
    asked: 'test',
    flags: ['large'],
    metadata: {},
    ...causeOf('request-withdrawal'),
  });
const pay = ({ walletId }: User, transactionId: TransactionId) =>
  writer.submit({
    type: 'decide-withdrawal',
    transactionId,
    walletId,
    decision: { how: 'paid', reference: 'PO-1' },
    by: { userId: boss.id, walletId: boss.walletId },
    policy: openWithdrawals,
    requestId: 'r-7',
    ...causeOf('decide-withdrawal'),
  });
const newest = { sort: 'createdAt', order: 'desc', offset: 0, limit: 10 } as const;
const list = async (query: Partial<TransactionQuery> = {}) => {
  const { transactions, total } = await listTransactions(database.db, { ...newest, ...query });
  return [transactions.map((one) => [one.type, one.amount / 100]), total];
};
const paid = ['withdrawal', 100];
const waiting = ['withdrawal', 50];
const large = ['withdrawal', 8_000];
const adasDeposit = ['deposit', 900];
const beasDeposit = ['deposit', 9_000];

test('lists all transactions newest first, with their count', async () => {
  expect(await list()).toEqual([[large, waiting, paid, beasDeposit, adasDeposit], 5]);
  expect(await list({ limit: 2 })).toEqual([[large, waiting], 5]);
  expect(await list({ limit: 2, offset: 4 })).toEqual([[adasDeposit], 5]);
});

test('a page beyond the last transaction is empty and has their count', async () => {
  expect(await list({ offset: 10 })).toEqual([[], 5]);
});

describe('filters', () => {
  const at = (ms: number) => instant(Date.now() + ms);
  test.each<[string, Partial<TransactionQuery>, unknown[]]>([
    ['by status', { status: ['pending'] }, [large, waiting]],
    ['by type', { type: ['deposit', 'refund'] }, [beasDeposit, adasDeposit]],
    ['by method', { method: ['mollie'] }, [beasDeposit, adasDeposit]],
    ['by amount', { least: cents(10_000), most: cents(90_000) }, [paid, adasDeposit]],
    ['by time', { from: at(-3_600_000), to: at(3_600_000), status: ['pending'] }, [large, waiting]],
    ['to what has not been yet', { from: at(3_600_000) }, []],
    ['by part of a name, whatever its case', { user: 'bEA_' }, [large, beasDeposit]],
    ['by signs that mean something to SQL, taken as they are', { user: '100%' }, [waiting, paid, adasDeposit]],
    ['to none by a pattern', { user: 'a%l' }, []],
    ['by part of an address', { user: 'bea@' }, [large, beasDeposit]],
    ['by the beginning of a transaction', { user: 'BBBBBB' }, [waiting, paid]],
    ['by more of it', { user: 'bbbbbb11' }, [waiting]],
    ['by too little of it', { user: 'bbbbb' }, []],
    ['by all of it', { user: ids.deposit }, [adasDeposit]],
    ['by several at once', { user: 'ada', type: ['withdrawal'], status: ['completed', 'failed'] }, [paid]],
  ])('%s', async (_what, query, transactions) => {
    expect(await list(query)).toEqual([transactions, transactions.length]);
  });
  test('by a full user id', async () => {
    expect(await list({ user: bea.id })).toEqual([[large, beasDeposit], 2]);
  });
});

test.each<[TransactionQuery['sort'], (one: Transaction) => string | number]>([
  ['createdAt', (one) => one.createdAt],
  ['updatedAt', (one) => one.updatedAt],
  ['amount', (one) => one.amount],
  ['status', (one) => one.status],
  ['type', (one) => one.type],
  ['method', (one) => one.method],
  ['user', (one) => (one.walletId === ada.walletId ? 'ada' : 'bea')],
])('sorts by %s in both directions, ties by id', async (sort, key) => {
  const sorted = async (order: 'asc' | 'desc') =>
    (await listTransactions(database.db, { ...newest, sort, order })).transactions.map((one) => [key(one), one.id]);
  const up = await sorted('asc');
  expect(up).toEqual(up.toSorted(([a = '', i = ''], [b = '', j = '']) => (a < b || (a === b && i < j) ? -1 : 1)));
  expect(up).toHaveLength(5);
  expect(await sorted('desc')).toEqual(up.toReversed());
});

test('shows admins the owner, the deciding admin and a masked destination', async () => {
  const found = await readTransaction(database.db, ids.paid);
  const [view] = await viewForAdmins(database.db, found ? [found] : []);
  expect(view).toEqual({
    _id: ids.paid,
    version: 2,
    userId: ada.id,
    type: 'withdrawal',
    amount: 100,
    status: 'completed',
    paymentMethod: 'paypal',
    reference: 'PO-1',
    createdAt: view?.createdAt,
    updatedAt: view?.decidedAt,
    user: { id: ada.id, name: 'Ada 100% Bell', email: 'ada@example.com' },
    flags: ['large'],
    payoutTo: 'a•••@example.com',
    decidedBy: 'Bo Ss',
    decidedAt: view?.decidedAt,
  });
});

test('records the decision in the audit log with admin and both states', async () => {
  const { rows } = await database.pool.query(
    'select actor, role, action, subject, reason, before, after, request_id from audit_log',
  );
  const state = { amount: 100, method: 'paypal', payoutTo: 'a•••@example.com', flags: ['large'] };
  expect(rows).toEqual([
    {
      actor: boss.id,
      role: 'admin',
      action: 'withdrawal-approved',
      subject: `withdrawal:${ids.paid}`,
      reason: null,
      before: { version: 1, status: 'pending', reference: null, ...state },
      after: { version: 2, status: 'completed', reference: 'PO-1', ...state },
      request_id: 'r-7',
    },
  ]);
});

test('the summary counts pending transactions and those completed today', async () => {
  const dayBegan = instant(Date.now() - 3_600_000);
  expect(await paymentsSummary(database.db, dayBegan)).toEqual({
    pendingWithdrawals: { count: 2, amount: 805_000 },
    deposits: { count: 2, amount: 990_000 },
    withdrawals: { count: 1, amount: 10_000 },
    failedReturns: { count: 0, amount: 0 },
  });
  const nothing = { count: 0, amount: 0 };
  expect(await paymentsSummary(database.db, instant(Date.now() + 3_600_000))).toMatchObject({
    deposits: nothing,
    withdrawals: nothing,
  });
});

test('lifetime totals count completed payments, with reversed deposits apart', async () => {
  const back = { id: crypto.randomUUID() as TransactionId, kind: 'chargeback', reversalId: 'chb_1' } as const;
  await writer.submit({
    type: 'reverse-deposit',
    walletId: ada.walletId,
    transactionId: ids.deposit,
    reversal: { ...back, amount: cents(20_000) },
    ...causeOf('reverse-deposit'),
  });
  expect(await readLifetimeTotals(database.db, ada.walletId)).toEqual({
    deposited: 90_000,
    refunded: 20_000,
    withdrawn: 10_000,
  });
  expect(await readLifetimeTotals(database.db, boss.walletId)).toEqual({ deposited: 0, refunded: 0, withdrawn: 0 });
});

test('the page and the total agree while transactions arrive', async () => {
  const { walletId } = await openAccount(database.db, 'cy@example.com', 'Cy Dee');
  const ofCy = async () => {
    const { transactions, total } = await listTransactions(database.db, { ...newest, user: 'cy@', limit: 1_000 });
    return total - transactions.length;
  };
  const arriving = Array.from({ length: 200 }, () =>
    database.pool.query(
      `insert into transactions (id, wallet_id, version, type, amount, status, method, flags, metadata, created_at, updated_at)
       values (gen_random_uuid(), $1, 1, 'deposit', 1000, 'failed', 'paypal', '{}', '{}', now(), now())`,
      [walletId],
    ),
  );
  const differences = await Promise.all(arriving.flatMap((arrival) => [arrival.then(ofCy), ofCy()]));
  expect(differences.filter((difference) => difference !== 0)).toEqual([]);
  expect(await listTransactions(database.db, { ...newest, user: 'cy@' })).toMatchObject({ total: 200 });
});
