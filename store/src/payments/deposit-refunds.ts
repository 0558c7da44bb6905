import type { TransactionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { DepositRefund, Transaction } from '@touchline/core/payments';
import { type Selectable, sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import type { DepositRefundTable } from '../database.ts';
import { writeDeposit } from './deposits.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';

/** Saves a refund; the caller has locked its deposit. */
export async function writeRefund(trx: Trx, refund: DepositRefund): Promise<void> {
  const row = {
    round: refund.round,
    state: refund.state,
    refund_id: refund.refundId,
    paid_reference: refund.paidReference,
    tries: refund.attempts,
    wanted_at: timestamp(refund.requestedAt),
    next_at: timestamp(refund.nextAt),
  };
  await trx
    .insertInto('deposit_refunds')
    .values({ transaction_id: refund.transactionId, ...row })
    .onConflict((known) => known.column('transaction_id').doUpdateSet(row))
    .execute();
}

export async function readDepositRefund(db: Db, id: TransactionId): Promise<DepositRefund | undefined> {
  const row = await db.selectFrom('deposit_refunds').selectAll().where('transaction_id', '=', id).executeTakeFirst();
  return row && refundFromRow(row);
}

/** Takes due refunds, each for one worker; if that worker dies, another one takes it after a minute. */
export async function takeDueRefunds(
  db: Db,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly DepositRefund[]> {
  const { rows } = await sql<Selectable<DepositRefundTable>>`
    update deposit_refunds set next_at = ${timestamp(now)}::timestamptz + interval '1 minute' where transaction_id in (
      select transaction_id from deposit_refunds
      where state in ('waiting', 'asked') and next_at <= ${timestamp(now)}
      order by next_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows.map(refundFromRow);
}

/** A refund and its deposit after a step. */
type ChangedRefund = { readonly refund: DepositRefund; readonly transaction: Transaction };

/**
 * Locks a deposit and its refund and saves what `decide` returns for their current state; `undefined` changes nothing. `isChanged`:
 * the deposit changed, so it must be published.
 */
export async function changeRefund<Step extends ChangedRefund>(
  db: Db,
  id: TransactionId,
  decide: (refund: DepositRefund, deposit: Transaction) => Step | undefined,
  alongside?: (trx: Trx, before: Transaction, after: Transaction) => Promise<void>,
): Promise<{ readonly step: Step | undefined; readonly isChanged: boolean }> {
  return db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, id);
    const deposit = transactionFromRow(row);
    const refund = await readDepositRefund(trx, id);
    const step = refund && decide(refund, deposit);
    if (!step) return { step, isChanged: false };
    await writeRefund(trx, step.refund);
    const isChanged = step.transaction.version !== deposit.version;
    if (isChanged) await writeDeposit(trx, step.transaction);
    await alongside?.(trx, deposit, step.transaction);
    return { step, isChanged };
  });
}

const refundFromRow = (row: Selectable<DepositRefundTable>): DepositRefund => ({
  transactionId: row.transaction_id,
  round: row.round,
  state: row.state,
  refundId: row.refund_id,
  paidReference: row.paid_reference,
  attempts: row.tries,
  requestedAt: row.wanted_at,
  nextAt: row.next_at,
});
