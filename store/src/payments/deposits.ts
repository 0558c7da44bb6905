import {
  type Excluded,
  excludedBy,
  isExcluded,
  type LimitReached,
  limitReached,
  passedLimits,
} from '@touchline/core/account';
import type { TransactionId, WalletId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import {
  type Checkout,
  type DepositsOpen,
  depositMethods,
  mostOpenDeposits,
  type TooManyDeposits,
  type Transaction,
  unpaidDepositRate,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { readDepositedOf } from '../limits/deposited.ts';
import { readRestrictions } from '../limits/read-limits.ts';
import { lockWallet } from '../limits/set-limits.ts';
import { readTransaction } from './read-transactions.ts';
import { lockRow, type TransactionRow, transactionFromRow } from './transaction-rows.ts';

/**
 * Starts a deposit, or returns the one with its id, unless the bettor's limits or exclusion forbid it, too many deposits are
 * unpaid or too many have just begun. The wallet is locked, so that of two deposits that only fit separately, the second is refused.
 */
export async function beginDeposit(
  db: Db,
  deposit: Transaction,
): Promise<Result<Transaction, Excluded | LimitReached | DepositsOpen | TooManyDeposits>> {
  return db.transaction().execute(async (trx) => {
    const { walletId, amount } = deposit;
    const now = await lockWallet(trx, walletId);
    const known = await readTransaction(trx, deposit.id);
    if (known) return ok(known);
    const { limits, exclusion } = await readRestrictions(trx, walletId);
    if (isExcluded(exclusion, now)) return refused(excludedBy(exclusion));
    const deposited = await readDepositedOf(trx, walletId);
    const reached = limitReached(passedLimits('deposit', limits, deposited, amount, now));
    if (reached) return refused(reached);
    const open = await countUnpaid(trx, walletId);
    if (open >= mostOpenDeposits) return refused({ code: 'deposits-open', most: mostOpenDeposits });
    const tooMany = await tooManyBegun(trx, walletId, now);
    return tooMany ? refused(tooMany) : ok(await openDeposit(trx, deposit));
  });
}

/** Flagged deposits are paid and wait for staff; the bettor cannot act on them. */
async function countUnpaid(trx: Trx, walletId: WalletId): Promise<number> {
  const { count } = await trx
    .selectFrom('transactions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('wallet_id', '=', walletId)
    .where('type', '=', 'deposit')
    .where('status', 'in', ['initiated', 'pending'])
    .where('method', 'in', depositMethods)
    .where('flags', '=', sql<string[]>`'{}'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts those that failed or were canceled too; those that were paid are as many as the bettor has money for. */
async function tooManyBegun(trx: Trx, walletId: WalletId, now: Instant): Promise<TooManyDeposits | undefined> {
  const { most, withinMs } = unpaidDepositRate;
  const first = await trx
    .selectFrom('transactions')
    .select('created_at')
    .where('wallet_id', '=', walletId)
    .where('type', '=', 'deposit')
    .where('status', '<>', 'completed')
    .where(sql<boolean>`created_at > ${before({ now }, withinMs)}`)
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return first && { code: 'too-many-deposits', most, again: instant(first.created_at + withinMs) };
}

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
