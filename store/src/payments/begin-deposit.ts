import { type Excluded, excludedBy, isExcluded, type LimitReached, passedLimit } from '@touchline/core/account';
import type { Transaction } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '../connect.ts';
import { readDepositedOf } from '../limits/deposited.ts';
import { readRestrictions } from '../limits/read-limits.ts';
import { lockWalletAlone } from '../limits/set-limits.ts';
import { type OpenedDeposit, openDeposit, readOpened } from './open-deposit.ts';

/**
 * Writes a deposit that a bettor asks for, or finds the one that has its id, unless what they have set for themselves forbids it.
 * The wallet is locked meanwhile: of two deposits that fit into a limit one by one, the second is refused.
 */
export async function beginDeposit(
  db: Db,
  deposit: Transaction,
): Promise<Result<OpenedDeposit, Excluded | LimitReached>> {
  return db.transaction().execute(async (trx) => {
    const { walletId, amount } = deposit;
    const now = await lockWalletAlone(trx, walletId);
    const known = await readOpened(trx, deposit.id);
    if (known) return ok(known);
    const { limits, exclusion } = await readRestrictions(trx, walletId);
    if (isExcluded(exclusion, now)) return refused(excludedBy(exclusion));
    const passed = passedLimit('deposit', limits, await readDepositedOf(trx, walletId), amount, now);
    return passed ? refused(passed) : ok(await openDeposit(trx, deposit));
  });
}
