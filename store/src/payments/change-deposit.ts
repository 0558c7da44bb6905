import type { TransactionId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import { type Db, timestamp } from '../connect.ts';
import { transactionFromRow } from './transaction-rows.ts';

export type ChangedDeposit = { readonly transaction: Transaction; readonly isChanged: boolean };

/**
 * Locks a deposit, lets `decide` say what becomes of it as it is now, and writes that. Nothing is written when it answers
 * `undefined`. For changes that move no money; what does goes through the wallet writer.
 */
export async function changeDeposit(
  db: Db,
  id: TransactionId,
  decide: (deposit: Transaction) => Transaction | undefined,
): Promise<ChangedDeposit> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const transaction = transactionFromRow(row);
    const next = decide(transaction);
    if (!next) return { transaction, isChanged: false };
    await trx
      .updateTable('transactions')
      .set({
        version: next.version,
        status: next.status,
        reason: next.reason,
        flags: [...next.flags],
        updated_at: timestamp(next.updatedAt),
      })
      .where('id', '=', id)
      .execute();
    return { transaction: next, isChanged: true };
  });
}
