import { randomUUID } from 'node:crypto';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import type { WithdrawalDecision } from '@touchline/core/payments';
import { afterAll, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/index.ts';
import {
  causeOf,
  confirmedWithdrawal,
  createMatch,
  createPlayer,
  createTestDatabase,
  homeWins,
  openWithdrawals,
  type Player,
} from '../testing/index.ts';
import { createWalletWriter, readWallet, type WalletWriter } from './index.ts';

/** Two writers on one database, as two API processes are: what happens at the same moment meets only in Postgres. */
const database = await createTestDatabase();
const one = createWalletWriter(database);
const other = createWalletWriter(database);
const match = await createMatch(database.db, 'Ajax', 'Utrecht');
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

const rounds = 200;
const newId = () => randomUUID() as TransactionId;
const request = (writer: WalletWriter, { walletId }: Player, transactionId: TransactionId, dollars: number) =>
  writer.submit({
    type: 'request-withdrawal',
    transactionId,
    walletId,
    amount: cents(dollars * 100),
    method: 'bank_transfer',
    payout: null,
    ...confirmedWithdrawal,
    asked: `${dollars}`,
    flags: [],
    metadata: {},
    ...causeOf('request-withdrawal'),
  });
const decide = (writer: WalletWriter, { walletId }: Player, id: TransactionId, decision: WithdrawalDecision) =>
  writer.submit({
    type: 'decide-withdrawal',
    transactionId: id,
    walletId,
    decision,
    by: { userId: randomUUID() as UserId, walletId: randomUUID() as WalletId },
    policy: openWithdrawals,
    requestId: 'r-1',
    ...causeOf('decide-withdrawal'),
  });
const balances = async ({ walletId }: Player) => {
  const wallet = await readWallet(database.db, walletId);
  return [wallet?.wallet.cash, wallet?.wallet.held, wallet?.wallet.staked];
};

test('holds a withdrawal once when its key arrives three times at once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const player = await createPlayer(database.db, one, 100);
    const id = newId();
    const answers = await Promise.all([one, other, one].map((writer) => request(writer, player, id, 40)));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
    expect(answers.filter((answer) => answer.ok && !answer.value.repeated)).toHaveLength(1);
    expect(await balances(player)).toEqual([6_000, 4_000, 0]);
  }
});

test('of a simultaneous approval and rejection one wins, with one audit record', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const player = await createPlayer(database.db, one, 100);
    const id = newId();
    await request(one, player, id, 40);
    const [paid, rejected] = await Promise.all([
      decide(one, player, id, { how: 'paid', reference: 'PO-1' }),
      decide(other, player, id, { how: 'rejected', reason: 'no' }),
    ]);
    expect([paid.ok, rejected.ok].filter(Boolean)).toHaveLength(1);
    const loser = paid.ok ? rejected : paid;
    expect(loser).toMatchObject({
      refusal: { code: 'withdrawal-decided', transaction: { status: paid.ok ? 'completed' : 'canceled' } },
    });
    expect(await balances(player)).toEqual(paid.ok ? [6_000, 0, 0] : [10_000, 0, 0]);
    const { rows } = await database.pool.query('select action from audit_log where subject = $1', [`withdrawal:${id}`]);
    expect(rows).toEqual([{ action: paid.ok ? 'withdrawal-approved' : 'withdrawal-rejected' }]);
  }
});

test('accepts exactly one of a simultaneous bet and withdrawal of the last dollar', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const player = await createPlayer(database.db, one, 10);
    const [bet, withdrawal] = await Promise.all([
      one.submit(homeWins(player, [match], 1_000)),
      request(other, player, newId(), 10),
    ]);
    expect([bet.ok, withdrawal.ok].filter(Boolean)).toHaveLength(1);
    expect(bet.ok ? withdrawal : bet).toMatchObject({ refusal: { code: 'balance-too-low' } });
    expect(await balances(player)).toEqual(bet.ok ? [0, 0, 1_000] : [0, 1_000, 0]);
  }
});

test('finally, all entries balance and every balance is the sum of its events', async () => {
  const { rows } = await database.pool.query('select sum(amount)::bigint as sum from ledger_entries');
  expect(rows).toEqual([{ sum: 0 }]);
  const report = await verifyLedger(database.pool);
  expect([report.passed, report.findings]).toEqual([true, []]);
});
