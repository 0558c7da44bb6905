import type { Cents } from '../money/index.ts';
import type { Settlement, WalletEvent } from './event.ts';

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
