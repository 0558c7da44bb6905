import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { type TransactionRow, transactionFromRow } from './transaction-rows.ts';

/** Limits of payment checks on demand, per payment and per wallet. */
export type CheckLimits = {
  /** The minimum time between two checks of a payment. */
  readonly gapMs: number;
  readonly windowMs: number;
  readonly mostOfPayment: number;
  readonly mostOfWallet: number;
};

/**
 * `claimed` (at a database time): the caller checks it; `fresh`: it was checked too recently, retry after `retryInMs`; `limited`:
 * the window is used up.
 */
export type CheckClaim =
  | { readonly kind: 'claimed'; readonly at: string }
  | { readonly kind: 'fresh'; readonly retryInMs: number }
  | { readonly kind: 'limited' };

type Checked = Pick<Transaction, 'id' | 'walletId'>;

/** Claims the next check of a payment, for all processes on this database. */
export async function claimCheck(db: Db, { id, walletId }: Checked, limits: CheckLimits): Promise<CheckClaim> {
  const { gapMs, windowMs, mostOfPayment, mostOfWallet } = limits;
  const ms = (count: number) => sql`${count}::double precision * interval '1 millisecond'`;
  const { rows } = await sql<{ at: string }>`
    insert into payment_checks as c (transaction_id, wallet_id, asked_at, window_at, asked)
    select ${id}, ${walletId}, clock_timestamp(), clock_timestamp(), 1
    where coalesce((
      select sum(asked) from payment_checks
      where wallet_id = ${walletId} and window_at > clock_timestamp() - ${ms(windowMs)}), 0) < ${mostOfWallet}
    on conflict (transaction_id) do update set
      asked_at = clock_timestamp(),
      window_at = case when c.window_at <= clock_timestamp() - ${ms(windowMs)} then clock_timestamp() else c.window_at end,
      asked = case when c.window_at <= clock_timestamp() - ${ms(windowMs)} then 1 else c.asked + 1 end
    where c.asked_at <= clock_timestamp() - ${ms(gapMs)}
      and (c.asked < ${mostOfPayment} or c.window_at <= clock_timestamp() - ${ms(windowMs)})
    returning asked_at::text as at`.execute(db);
  const [claimed] = rows;
  if (claimed) return { kind: 'claimed', at: claimed.at };
  const since = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp() - asked_at) * 1000)::double precision as ms
    from payment_checks where transaction_id = ${id}`.execute(db);
  const retryInMs = gapMs - (since.rows[0]?.ms ?? gapMs);
  return retryInMs > 0 ? { kind: 'fresh', retryInMs } : { kind: 'limited' };
}

/** Records that a payment must be checked, so that the sweep does it if this process cannot. */
export async function oweCheck(db: Db, { id, walletId }: Checked): Promise<void> {
  await sql`
    insert into payment_checks as c (transaction_id, wallet_id, asked_at, window_at, asked, owed_since)
    values (${id}, ${walletId}, to_timestamp(0), clock_timestamp(), 0, clock_timestamp())
    on conflict (transaction_id) do update set owed_since = clock_timestamp()`.execute(db);
}

/** The provider answered a check claimed at `at`: checks owed before it are done. */
export async function settleCheck(db: Db, { id }: Pick<Checked, 'id'>, at: string): Promise<void> {
  await sql`
    update payment_checks set owed_since = null
    where transaction_id = ${id} and owed_since <= ${at}::timestamptz`.execute(db);
}

/** A deposit whose check is owed since `at`. */
export type OwedCheck = { readonly deposit: Transaction; readonly at: string };

/** Returns checks owed for at least `afterMs`, longest first. */
export async function listOwedChecks(
  db: Db,
  due: { readonly provider: string; readonly afterMs: number; readonly limit: number },
): Promise<readonly OwedCheck[]> {
  const { rows } = await sql<TransactionRow & { readonly owed_at: string }>`
    select t.*, c.owed_since::text as owed_at from payment_checks c join transactions t on t.id = c.transaction_id
    where c.owed_since <= clock_timestamp() - ${due.afterMs}::double precision * interval '1 millisecond'
      and t.provider = ${due.provider}
    order by c.owed_since limit ${due.limit}`.execute(db);
  return rows.map((row) => ({ deposit: transactionFromRow(row), at: row.owed_at }));
}

/** Whether a deposit of the last minute has no payment id yet: a webhook may arrive before it is saved. */
export async function isPaymentUnderWay(db: Db, provider: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from transactions
      where status = 'initiated' and type = 'deposit' and provider = ${provider} and provider_payment_id is null
        and updated_at > clock_timestamp() - interval '1 minute') as is`.execute(db);
  return rows[0]?.is ?? false;
}
