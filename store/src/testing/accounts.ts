import { randomUUID } from 'node:crypto';
import type { TransactionId, WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { createUser, type User } from '../accounts/users.ts';
import type { Db } from '../connect.ts';
import type { WalletWriter } from '../wallet/index.ts';

/** Opens a bettor's account with an empty wallet. */
export async function openAccount(db: Db, email: string, name = 'Ann'): Promise<User> {
  const account = { email, name, role: 'bettor', passwordHash: 'x' } as const;
  const created = await db.transaction().execute((trx) => createUser(trx, account));
  if (!created.ok) throw new Error(created.refusal.code);
  return created.value;
}

/** Credits a deposit through the ledger, without a request for it. */
export async function creditDollars(
  writer: Pick<WalletWriter, 'submit'>,
  walletId: WalletId,
  dollars: number,
): Promise<void> {
  const transactionId = randomUUID() as TransactionId;
  const credited = await writer.submit({
    type: 'credit-deposit',
    walletId,
    deposit: {
      transactionId,
      provider: 'test',
      providerPaymentId: `tr_${transactionId}`,
      amount: cents(dollars * 100),
    },
    actor: 'system:payments',
    cause: 'test',
  });
  if (!credited.ok) throw new Error(credited.refusal.code);
}
