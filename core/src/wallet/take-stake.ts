import type { BetId } from '../ids.ts';
import { type Cents, minus } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { WalletEvent } from './event.ts';
import type { Wallet } from './wallet.ts';

export type StakeRefusal =
  | { readonly code: 'stake-invalid' }
  | { readonly code: 'balance-too-low'; readonly balance: Cents; readonly missing: Cents };

/** Takes a stake out of the cash; a stake above the balance is refused with what is missing. */
export function takeStake(
  wallet: Wallet,
  bet: { readonly id: BetId; readonly stake: Cents; readonly terms: string },
): Result<WalletEvent, StakeRefusal> {
  if (bet.stake <= 0) return refused({ code: 'stake-invalid' });
  if (bet.stake > wallet.cash) {
    return refused({ code: 'balance-too-low', balance: wallet.cash, missing: minus(bet.stake, wallet.cash) });
  }
  return ok({ type: 'StakeTaken', betId: bet.id, terms: bet.terms, amount: bet.stake });
}
