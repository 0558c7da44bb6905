import { randomUUID } from 'node:crypto';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { verifyPayments } from '../ledger/verify-payments.ts';
import { readTransaction } from '../payments/index.ts';
import {
  causeOf,
  confirmedWithdrawal,
  createPlayer,
  createTestDatabase,
  emptyTestDatabase,
  foundBy,
  openWithdrawals,
  type Player,
  tamper,
} from '../testing/index.ts';
import { createWalletWriter, type WalletWriter } from './writer.ts';

let writer: WalletWriter;
let player: Player;
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  writer = createWalletWriter(database);
  player = await createPlayer(database.db, writer, 100);
});
afterEach(async () => {
  expect(await foundBy(database, verifyPayments)).toEqual([]);
  await writer.close();
});

const newId = () => randomUUID() as TransactionId;
const admin = () => ({ userId: randomUUID() as UserId, walletId: randomUUID() as WalletId });
const request = (transactionId: TransactionId, amount: number) =>
  writer.submit({
    type: 'request-withdrawal',
    transactionId,
    walletId: player.walletId,
    amount: cents(amount),
    method: 'bank_transfer',
    payout: null,
    ...confirmedWithdrawal,
    asked: 'test',
    flags: [],
    metadata: {},
    ...causeOf('request-withdrawal'),
  });
const paid = { how: 'paid', reference: 'PO-1' } as const;
const rejected = { how: 'rejected', reason: 'The account name differs.' } as const;
const decide = (transactionId: TransactionId, decision: typeof paid | typeof rejected, by = admin()) =>
  writer.submit({
    type: 'decide-withdrawal',
    transactionId,
    walletId: player.walletId,
    decision,
    by,
    policy: openWithdrawals,
    requestId: 'r-1',
    ...causeOf('decide-withdrawal'),
  });

test('moves a withdrawal from cash to held at once, and once for repeated requests', async () => {
  const id = newId();
  const [first, second] = [await request(id, 4_000), await request(id, 4_000)];
  expect(first).toMatchObject({ ok: true, value: { repeated: false, wallet: { cash: 6_000, held: 4_000 } } });
  expect(second).toMatchObject({ ok: true, value: { repeated: true, wallet: { cash: 6_000, held: 4_000 } } });
  expect(await request(id, 5_000)).toEqual({ ok: false, refusal: { code: 'key-reused' } });
  expect(await readTransaction(database.db, id)).toMatchObject({ status: 'pending', amount: 4_000, version: 1 });
});

test('refuses a withdrawal above the cash and names the missing amount', async () => {
  expect(await request(newId(), 10_001)).toEqual({
    ok: false,
    refusal: { code: 'balance-too-low', balance: 10_000, missing: 1 },
  });
});

test('accepts one of two simultaneous decisions and returns it to the other admin', async () => {
  const id = newId();
  await request(id, 4_000);
  const [pay, reject] = await Promise.all([decide(id, paid), decide(id, rejected)]);
  expect([pay.ok, reject.ok]).toEqual([true, false]);
  expect(reject).toMatchObject({
    refusal: { code: 'withdrawal-decided', transaction: { status: 'completed', reference: 'PO-1' } },
  });
  expect(pay).toMatchObject({ value: { wallet: { cash: 6_000, held: 0 } } });
});

test('returns the money of a rejected withdrawal', async () => {
  const id = newId();
  await request(id, 4_000);
  expect(await decide(id, rejected)).toMatchObject({
    value: { wallet: { cash: 10_000, held: 0 }, transaction: { status: 'canceled', reason: rejected.reason } },
  });
});

test('refuses admins a decision about their own withdrawals', async () => {
  const id = newId();
  await request(id, 4_000);
  const own = { userId: player.userId, walletId: player.walletId };
  expect(await decide(id, paid, own)).toEqual({ ok: false, refusal: { code: 'own-withdrawal' } });
});

test('debits a chargeback, below zero if the money is gone', async () => {
  const { rows } = await database.pool.query('select id from transactions where wallet_id = $1', [player.walletId]);
  const transactionId = rows[0].id as TransactionId;
  await request(newId(), 10_000);
  const reversal = { id: newId(), kind: 'chargeback', reversalId: 'chb_1', amount: cents(10_000) } as const;
  const reverse = () =>
    writer.submit({
      type: 'reverse-deposit',
      walletId: player.walletId,
      transactionId,
      reversal,
      ...causeOf('reverse-deposit'),
    });
  expect(await reverse()).toMatchObject({
    value: { wallet: { cash: -10_000, held: 10_000 }, transaction: { type: 'refund', status: 'completed' } },
  });
  expect(await reverse()).toMatchObject({ value: { repeated: true, wallet: { cash: -10_000 } } });
});

test('a chargeback of a deposit that is being withdrawn cancels its payout: the held money covers the debt', async () => {
  const { rows } = await database.pool.query('select id from transactions where wallet_id = $1', [player.walletId]);
  const id = newId();
  await request(id, 10_000);
  const reversal = { id: newId(), kind: 'chargeback', reversalId: 'chb_1', amount: cents(10_000) } as const;
  await writer.submit({
    type: 'reverse-deposit',
    walletId: player.walletId,
    transactionId: rows[0].id as TransactionId,
    reversal,
    ...causeOf('reverse-deposit'),
  });
  expect(await decide(id, paid)).toEqual({ ok: false, refusal: { code: 'player-in-debt', debt: 10_000 } });
  expect(await decide(id, rejected)).toMatchObject({ ok: true, value: { wallet: { cash: 0, held: 0 } } });
});

test('detects transactions that differ from the ledger: a false payout, a double credit, a missing one', async () => {
  const [asked, ended, back] = [newId(), newId(), newId()];
  await request(asked, 1_000);
  for (const id of [ended, back]) await request(id, 2_000);
  await decide(ended, paid);
  await decide(back, rejected);
  const ofPlayer = `wallet_id = '${player.walletId}'`;
  const again = (type: string) => `insert into ledger_events
    select nextval('ledger_seq'), wallet_id, version + 100, type, amount, payload, key || ' again', request, actor, cause, effective_at,
      recorded_at, prev_hash, hash from ledger_events where type = '${type}'`;
  await tamper(database, 'create table kept as table transactions', 'create table kept_events as table ledger_events');
  const restore = () =>
    tamper(
      database,
      'truncate transactions cascade',
      'insert into transactions table kept',
      'truncate ledger_events',
      'insert into ledger_events table kept_events',
    );
  for (const change of [
    `update transactions set status = 'completed' where id = '${asked}'`,
    `update transactions set amount = amount + 1 where id = '${ended}'`,
    `update transactions set status = 'canceled' where type = 'deposit' and ${ofPlayer}`,
    `delete from transactions where id = '${back}'`,
    again('DepositCredited'),
    `update ledger_events set type = 'WithdrawalPaid' where type = 'WithdrawalReleased'`,
  ]) {
    await tamper(database, change);
    expect([change, await foundBy(database, verifyPayments)]).toMatchObject([change, [{ kind: 'payment-differs' }]]);
    await restore();
  }
});
