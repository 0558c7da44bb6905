import type { TransactionId, WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { isUnderWay, type Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { lockRow, type TransactionRow, transactionFromRow } from './transaction-rows.ts';

/** Takes withdrawals with due refunds, each for one worker; if that worker dies, another one takes it after a minute. */
export async function takeDueReturns(
  db: Db,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly Transaction[]> {
  const { rows } = await sql<TransactionRow>`
    update transactions set route_due_at = ${timestamp(now)}::timestamptz + interval '1 minute' where id in (
      select id from transactions where route_due_at <= ${timestamp(now)}
      order by route_due_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows.map(transactionFromRow);
}

/** Makes the refunds of a deposit's withdrawals due now, because the provider reported a change. */
export async function wakeReturns(
  db: Db,
  { id, walletId }: { readonly id: TransactionId; readonly walletId: WalletId },
  now: Instant,
): Promise<void> {
  await sql`
    update transactions set route_due_at = ${timestamp(now)}
    where wallet_id = ${walletId} and type = 'withdrawal' and status = 'completed'
      and route @> ${JSON.stringify([{ depositId: id }])}::jsonb`.execute(db);
}

/** Returns the withdrawals that return to a deposit. */
export async function withdrawalsReturningTo(
  db: Db,
  { id, walletId }: { readonly id: TransactionId; readonly walletId: WalletId },
): Promise<readonly Transaction[]> {
  const { rows } = await sql<TransactionRow>`
    select * from transactions
    where wallet_id = ${walletId} and type = 'withdrawal' and route @> ${JSON.stringify([{ depositId: id }])}::jsonb`.execute(
    db,
  );
  return rows.map(transactionFromRow);
}

/**
 * Locks a withdrawal and saves what `decide` returns for its current state. `nextMs`: when pending parts are checked next, which is
 * saved even if nothing else changes.
 */
export async function changeReturns(
  db: Db,
  id: TransactionId,
  decide: (withdrawal: Transaction) => Transaction | undefined,
  { now, nextMs }: { readonly now: Instant; readonly nextMs: number },
): Promise<{ readonly withdrawal: Transaction; readonly isChanged: boolean }> {
  return db.transaction().execute(async (trx) => {
    const before = transactionFromRow(await lockRow(trx, id));
    const after = decide(before) ?? before;
    const route = after.payoutPlan?.route ?? [];
    const isChanged = after.version !== before.version;
    await trx
      .updateTable('transactions')
      .set({
        route_due_at: route.some(isUnderWay) ? timestamp(instant(now + nextMs)) : null,
        ...(isChanged && {
          version: after.version,
          route: JSON.stringify(route),
          flags: [...after.flags],
          metadata: JSON.stringify(after.metadata),
          updated_at: timestamp(after.updatedAt),
        }),
      })
      .where('id', '=', id)
      .execute();
    return { withdrawal: after, isChanged };
  });
}
