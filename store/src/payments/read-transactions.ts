import type { TransactionId, WalletId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import type { Db } from '../connect.ts';
import { transactionFromRow } from './transaction-rows.ts';

export async function readTransaction(db: Db, id: TransactionId): Promise<Transaction | undefined> {
  const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && transactionFromRow(row);
}

/** A wallet's transactions, newest first. */
export async function transactionsOfWallet(db: Db, walletId: WalletId, limit: number): Promise<readonly Transaction[]> {
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(transactionFromRow);
}
