import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { markEmailVerified } from '@touchline/store/accounts';
import {
  causeOf,
  confirmedWithdrawal,
  createTestDatabase,
  creditDollars,
  openAccount,
  openWithdrawals,
} from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { openTestMailer } from '../testing/test-mailer.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const { id, walletId } = await openAccount(database.db, 'ann@t.example');
await database.db.transaction().execute((trx) => markEmailVerified(trx, id, instant(Date.now())));
afterAll(async () => {
  await writer.close();
  await database.close();
});

const transactionId = '01a1f97e-6780-737e-9820-5de1ab0b16f7' as TransactionId;

test('notifies a bettor of a decided withdrawal, not of a pending or unknown one', async () => {
  await creditDollars(writer, walletId, 90);
  const asking = { transactionId, amount: cents(4_000), method: 'paypal', payout: null, asked: 'test' } as const;
  await writer.submit({
    type: 'request-withdrawal',
    walletId,
    ...asking,
    flags: [],
    metadata: {},
    ...confirmedWithdrawal,
    ...causeOf('request-withdrawal'),
  });
  const { sent, errors, send } = openTestMailer(database.worker.db);
  await send({ kind: 'withdrawal-paid', transactionId });
  await send({ kind: 'withdrawal-paid', transactionId: crypto.randomUUID() });
  expect([sent, errors.length]).toEqual([[], 2]);

  await writer.submit({
    type: 'decide-withdrawal',
    walletId,
    transactionId,
    decision: { how: 'rejected', reason: 'The name differs.' },
    policy: openWithdrawals,
    by: { userId: crypto.randomUUID() as string as UserId, walletId: crypto.randomUUID() as string as WalletId },
    requestId: 'r-1',
    ...causeOf('decide-withdrawal'),
  });
  await send({ kind: 'withdrawal-rejected', transactionId });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: { name: 'Ann', address: 'ann@t.example' },
    subject: 'Your withdrawal of $40.00 was rejected',
    text: expect.stringContaining('Reason: The name differs.'),
  });
});
