import type { RejectionCode } from '../betting/index.ts';
import type { BetId } from '../ids.ts';
import type { WalletEvent } from '../wallet/index.ts';
import type { Bonus } from './bonus.ts';
import type { BonusState } from './end-bonus.ts';
import { type MixedBet, shareSettlement } from './share-settlement.ts';

type ReturnedStake = {
  readonly event: WalletEvent & { readonly type: 'BetRejected' };
  readonly bonus?: Bonus;
};

/** Refunds the stake of a rejected bet to where it came from, as for a void bet; nothing counts as wagered. */
export function returnStake(
  bet: MixedBet & { readonly id: BetId },
  reason: RejectionCode,
  held: BonusState,
): ReturnedStake {
  const refund = { type: 'StakeRefunded', amount: bet.stake, betId: bet.id, settlement: 0, legs: [] } as const;
  const { event, bonus } = shareSettlement(refund, bet, held);
  const { toBonus, forfeited, bonusId } = event;
  return {
    event: {
      type: 'BetRejected',
      amount: bet.stake,
      betId: bet.id,
      reason,
      ...(toBonus !== undefined && { toBonus }),
      ...(forfeited !== undefined && { forfeited }),
      ...(bonusId !== undefined && { bonusId }),
    },
    ...(bonus && { bonus }),
  };
}
