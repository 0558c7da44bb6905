import { hours, type Instant, instant } from '@touchline/core/instant';
import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type TransactionRow, transactionFromRow } from './transaction-rows.ts';

export type DueDeposits = {
  readonly provider: string;
  readonly now: Instant;
  /** Deposits asked about, or made, less than this long ago are left alone. */
  readonly afterMs: number;
  readonly limit: number;
};

/**
 * Open deposits that the provider should be asked about, marked as asked: two workers never take the same one. The older a deposit
 * is, the longer it waits: a tenth of its age.
 */
export async function takeOpenDeposits(db: Db, due: DueDeposits): Promise<readonly Transaction[]> {
  const { rows } = await sql<TransactionRow>`
    update transactions set checked_at = ${timestamp(due.now)} where id in (
      select id from transactions
      where status in ('initiated', 'pending') and type = 'deposit' and provider = ${due.provider}
        and charge_amount is not null and created_at <= ${before(due, due.afterMs)}
        and (checked_at is null or checked_at <= least(
          ${before(due, due.afterMs)}::timestamptz, ${timestamp(due.now)}::timestamptz - (${timestamp(due.now)}::timestamptz - created_at) / 10))
      order by checked_at nulls first, created_at limit ${due.limit} for update skip locked)
    returning *`.execute(db);
  return rows.map(transactionFromRow);
}

const recheckEveryMs = hours(6);
const recheckForMs = hours(24 * 14);

/** Completed deposits of the last two weeks, every six hours: a chargeback whose webhook was lost is found here. */
export async function takeCompletedDeposits(
  db: Db,
  due: Omit<DueDeposits, 'afterMs'>,
): Promise<readonly Transaction[]> {
  const { rows } = await sql<TransactionRow>`
    update transactions set checked_at = ${timestamp(due.now)} where id in (
      select id from transactions
      where status = 'completed' and type = 'deposit' and provider = ${due.provider} and charge_amount is not null
        and created_at > ${before(due, recheckForMs)} and coalesce(checked_at, updated_at) <= ${before(due, recheckEveryMs)}
      order by checked_at nulls first limit ${due.limit} for update skip locked)
    returning *`.execute(db);
  return rows.map(transactionFromRow);
}

const before = ({ now }: { readonly now: Instant }, ms: number): Date => timestamp(instant(now - ms));
