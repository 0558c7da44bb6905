import type { TransactionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Transaction } from '@touchline/core/payments';
import { type Db, timestamp } from '../connect.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';

/** `checkoutUrl`: where the bettor pays; null until the provider has answered. */
export type OpenedDeposit = { readonly transaction: Transaction; readonly checkoutUrl: string | null };

/** Writes a deposit that is about to be asked for, or finds the one that has its id. */
export async function openDeposit(db: Db, deposit: Transaction): Promise<OpenedDeposit> {
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
  const opened = await readOpened(db, deposit.id);
  if (!opened) throw new Error(`deposit ${deposit.id} was written and is not there`);
  return opened;
}

export async function readOpened(db: Db, id: TransactionId): Promise<OpenedDeposit | undefined> {
  const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { transaction: transactionFromRow(row), checkoutUrl: row.checkout_url };
}

/**
 * Notes what the provider made of a deposit. Twice is once. `undefined` when the deposit has ended meanwhile, or has a payment
 * already that is another one.
 */
export async function attachPayment(
  db: Db,
  id: TransactionId,
  payment: { readonly id: string; readonly checkoutUrl: string | null },
  at: Instant,
): Promise<OpenedDeposit | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, id);
    const isNew = row.provider_payment_id === null;
    if (isNew ? row.status !== 'initiated' : row.provider_payment_id !== payment.id) return undefined;
    const noted = await trx
      .updateTable('transactions')
      .set({
        provider_payment_id: payment.id,
        checkout_url: row.checkout_url ?? payment.checkoutUrl,
        ...(isNew && { version: row.version + 1, updated_at: timestamp(at) }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { transaction: transactionFromRow(noted), checkoutUrl: noted.checkout_url };
  });
}
