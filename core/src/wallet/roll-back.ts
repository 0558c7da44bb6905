import type { Cents } from '../money/index.ts';
import type { Settlement, WalletEvent } from './event.ts';

/**
 * The event that takes a settlement back exactly: every cent goes where it came from. The cash may fall below nothing, which is
 * never clipped. `shares`: what of it was bonus money, from where that is now.
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
