import type { TransactionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Checkout, Transaction } from '@touchline/core/payments';
import { type Db, timestamp } from '../connect.ts';
import { readTransaction } from './read-transactions.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';

/** Inserts a deposit, or returns the one with its id. */
export async function openDeposit(db: Db, deposit: Transaction): Promise<Transaction> {
  await db
    .insertInto('transactions')
    .values({
      id: deposit.id,
      wallet_id: deposit.walletId,
      version: deposit.version,
      type: deposit.type,
      amount: deposit.amount,
      status: deposit.status,
      method: deposit.method,
      reference: deposit.reference,
      reason: deposit.reason,
      provider: deposit.provider,
      provider_payment_id: deposit.providerPaymentId,
      charge_currency: deposit.charge?.currency ?? null,
      charge_amount: deposit.charge?.amount ?? null,
      flags: [...deposit.flags],
      metadata: JSON.stringify(deposit.metadata),
      created_at: timestamp(deposit.createdAt),
      updated_at: timestamp(deposit.updatedAt),
    })
    .onConflict((known) => known.column('id').doNothing())
    .execute();
  const opened = await readTransaction(db, deposit.id);
  if (!opened) throw new Error(`deposit ${deposit.id} was written and is not there`);
  return opened;
}

/** Saves the provider's payment for a deposit. Idempotent. `undefined` if the deposit has ended or has another payment. */
export async function attachPayment(
  db: Db,
  id: TransactionId,
  payment: { readonly id: string; readonly checkout: Checkout | null },
  at: Instant,
): Promise<Transaction | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, id);
    const isNew = row.provider_payment_id === null;
    if (isNew ? row.status !== 'initiated' : row.provider_payment_id !== payment.id) return undefined;
    const checkout = row.checkout_url === null ? payment.checkout : null;
    const saved = await trx
      .updateTable('transactions')
      .set({
        provider_payment_id: payment.id,
        ...(checkout && {
          checkout_url: checkout.url,
          checkout_expires_at: checkout.expiresAt && timestamp(checkout.expiresAt),
        }),
        // The owner sees where to pay, so this is a change to publish too.
        ...((isNew || checkout) && { version: row.version + 1, updated_at: timestamp(at) }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return transactionFromRow(saved);
  });
}
