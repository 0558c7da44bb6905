import type { GradedBet, LegStatus } from '../betting/index.ts';
import type { BetId } from '../ids.ts';
import type { Cents } from '../money/index.ts';
import type { Settlement, WalletEvent } from './event.ts';

/**
 * Returns the event that settles a graded bet: winnings, a lost stake, or a refund. `undefined` while it is pending.
 * `settlement` is 1 for the first settlement of a bet.
 */
export function settleBet(
  bet: { readonly id: BetId; readonly stake: Cents; readonly settlement: number; readonly legs: readonly LegStatus[] },
  graded: GradedBet,
): Settlement | undefined {
  const of = { betId: bet.id, settlement: bet.settlement, legs: bet.legs };
  switch (graded.status) {
    case 'pending':
    case 'cashed-out':
      return undefined;
    case 'won':
      return { type: 'WinningsPaid', ...of, stake: bet.stake, amount: graded.payout };
    case 'lost':
      return { type: 'StakeLost', ...of, amount: bet.stake };
    case 'void':
      return { type: 'StakeRefunded', ...of, amount: bet.stake };
  }
}

/**
 * Returns the event that exactly reverses a settlement: every cent returns to where it came from. Cash may become negative; it is never
 * clipped. `shares`: the bonus part, taken from where it is now.
 */
export function rollBackSettlement(
  settled: Settlement,
  stake: Cents,
  shares: Pick<Settlement, 'toBonus' | 'forfeited' | 'wagered' | 'bonusId'>,
  reason: string,
): WalletEvent & { readonly type: 'SettlementRolledBack' } {
  const { type: reverses, amount, betId, settlement } = settled;
  return { type: 'SettlementRolledBack', amount, stake, reverses, reason, betId, settlement, ...shares };
}
