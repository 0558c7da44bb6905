import { hours, type Instant, instant } from '@touchline/core/instant';
import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type TransactionRow, transactionFromRow } from './transaction-rows.ts';

export type DueDeposits = {
  readonly provider: string;
  readonly now: Instant;
  /** Deposits that were checked or created more recently are skipped. */
  readonly afterMs: number;
  readonly limit: number;
};

/** Takes open deposits that are due for a check, each for one worker. Waits grow with age: a tenth of it. */
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

/** Takes completed deposits of the last two weeks every six hours, to find chargebacks whose webhook was lost. */
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
