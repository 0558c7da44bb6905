import type { BetId } from '../ids.ts';
import { type Cents, cents, minus, noMoney } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { StakeTaken } from './event.ts';
import type { Wallet } from './wallet.ts';

export type StakeRefusal =
  | { readonly code: 'stake-invalid' }
  /** `bonus`: the bonus money that could be staked as well; absent when there is none. */
  | { readonly code: 'balance-too-low'; readonly balance: Cents; readonly missing: Cents; readonly bonus?: Cents };

/**
 * Takes a stake from cash first and the rest from the bonus, if one may be staked. A stake above both is refused with the missing
 * amount, which includes a negative balance.
 */
export function takeStake(
  wallet: Wallet,
  bet: {
    readonly id: BetId;
    readonly stake: Cents;
    readonly terms: string;
    readonly rules?: number;
    readonly awaitsAcceptance?: boolean;
  },
  bonus?: { readonly id: string },
): Result<StakeTaken, StakeRefusal> {
  if (bet.stake <= 0) return refused({ code: 'stake-invalid' });
  const { cash } = wallet;
  const usable = bonus ? wallet.bonus : noMoney;
  const missing = cents(Math.max(bet.stake - cash - usable, -cash));
  if (missing > 0) {
    return refused({ code: 'balance-too-low', balance: cash, missing, ...(usable > 0 && { bonus: usable }) });
  }
  const { id: betId, terms, stake: amount, rules = 1 } = bet;
  // Names in sorted order: the canonical form of the ledger then needs no sorting.
  const placed: StakeTaken =
    rules > 1 ? { type: 'StakeTaken', amount, betId, rules, terms } : { type: 'StakeTaken', amount, betId, terms };
  const taken: StakeTaken = bet.awaitsAcceptance ? { ...placed, awaits: true } : placed;
  const fromBonus = minus(bet.stake, cash);
  return ok(bonus && fromBonus > 0 ? { ...taken, fromBonus, bonusId: bonus.id } : taken);
}
