import type { TransactionId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';

export type ChangedDeposit = { readonly transaction: Transaction; readonly isChanged: boolean };

/**
 * Locks a deposit and saves what `decide` returns for its current state; nothing is written for `undefined`. Only for changes that
 * move no money; those go through the wallet writer. `alongside` writes what belongs to it in the same transaction, such as an
 * audit record.
 */
export async function changeDeposit(
  db: Db,
  id: TransactionId,
  decide: (deposit: Transaction) => Transaction | undefined,
  alongside?: (trx: Trx, before: Transaction, after: Transaction) => Promise<void>,
): Promise<ChangedDeposit> {
  return db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, id);
    const transaction = transactionFromRow(row);
    const next = decide(transaction);
    if (!next) return { transaction, isChanged: false };
    await writeDeposit(trx, next);
    await alongside?.(trx, transaction, next);
    return { transaction: next, isChanged: true };
  });
}

/** Saves the mutable columns of a deposit, whose row is locked. */
export async function writeDeposit(trx: Trx, next: Transaction): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({
      version: next.version,
      status: next.status,
      reason: next.reason,
      flags: [...next.flags],
      metadata: JSON.stringify(next.metadata),
      decided_by: next.decision?.by ?? null,
      decided_at: next.decision && timestamp(next.decision.at),
      updated_at: timestamp(next.updatedAt),
    })
    .where('id', '=', next.id)
    .execute();
}
