import { type Excluded, excludedBy, isExcluded, type LimitReached, passedLimit } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import { type DepositsOpen, depositMethods, mostOpenDeposits, type Transaction } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import type { Db, Trx } from '../connect.ts';
import { readDepositedOf } from '../limits/deposited.ts';
import { readRestrictions } from '../limits/read-limits.ts';
import { lockWallet } from '../limits/set-limits.ts';
import { openDeposit } from './open-deposit.ts';
import { readTransaction } from './read-transactions.ts';

/**
 * Starts a deposit, or returns the one with its id, unless the bettor's limits or exclusion forbid it or too many deposits are
 * unpaid. The wallet is locked, so that of two deposits that only fit separately, the second is refused.
 */
export async function beginDeposit(
  db: Db,
  deposit: Transaction,
): Promise<Result<Transaction, Excluded | LimitReached | DepositsOpen>> {
  return db.transaction().execute(async (trx) => {
    const { walletId, amount } = deposit;
    const now = await lockWallet(trx, walletId);
    const known = await readTransaction(trx, deposit.id);
    if (known) return ok(known);
    const { limits, exclusion } = await readRestrictions(trx, walletId);
    if (isExcluded(exclusion, now)) return refused(excludedBy(exclusion));
    const passed = passedLimit('deposit', limits, await readDepositedOf(trx, walletId), amount, now);
    if (passed) return refused(passed);
    const open = await countUnpaid(trx, walletId);
    if (open >= mostOpenDeposits) return refused({ code: 'deposits-open', most: mostOpenDeposits });
    return ok(await openDeposit(trx, deposit));
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
