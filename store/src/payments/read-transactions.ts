import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { transactionFromRow } from './transaction-rows.ts';

export async function readTransaction(db: Db, id: TransactionId): Promise<Transaction | undefined> {
  const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && transactionFromRow(row);
}

/** Returns the transactions of `ids` that exist, in no particular order. */
export async function readTransactions(db: Db, ids: readonly TransactionId[]): Promise<readonly Transaction[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('transactions').selectAll().where('id', 'in', ids).execute();
  return rows.map(transactionFromRow);
}

/** Returns the transaction of a provider's payment. */
export async function readTransactionByPayment(
  db: Db,
  provider: string,
  paymentId: string,
): Promise<Transaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
  return row && transactionFromRow(row);
}

/** Returns a wallet's transactions, newest first; `before`: a transaction, for the next page. */
export async function transactionsOfWallet(
  db: Db,
  walletId: WalletId,
  limit: number,
  before?: TransactionId,
): Promise<readonly Transaction[]> {
  let query = db.selectFrom('transactions').selectAll().where('wallet_id', '=', walletId);
  if (before) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from transactions where id = ${before})`,
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(transactionFromRow);
}

/** Returns the owner of a wallet. Throws if it has none, which is a bug. */
export async function ownerOf(db: Db, walletId: WalletId): Promise<UserId> {
  const { id } = await db.selectFrom('users').select('id').where('wallet_id', '=', walletId).executeTakeFirstOrThrow();
  return id;
}
