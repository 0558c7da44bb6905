import { type Cents, minus, negative, noMoney } from '../money/index.ts';
import type { WalletEvent } from './event.ts';

/** What an event staked, and what its bet lost: below nothing when it won. Bonus money counts as the player's own. */
export type Played = { readonly staked: Cents; readonly lost: Cents };

/**
 * A settlement that is rolled back takes away what it had lost or won, and the stake stays taken. A bet that was held and not taken
 * in the end has staked nothing.
 */
export function playedBy(event: WalletEvent): Played {
  switch (event.type) {
    case 'StakeTaken':
      return { staked: event.amount, lost: noMoney };
    case 'StakeLost':
      return { staked: noMoney, lost: event.amount };
    case 'WinningsPaid':
      return { staked: noMoney, lost: minus(event.stake, event.amount) };
    case 'SettlementRolledBack':
      return { staked: noMoney, lost: takenBack(event) };
    case 'BetRejected':
      return { staked: negative(event.amount), lost: noMoney };
    case 'BetAccepted':
    case 'StakeRefunded':
    case 'DepositCredited':
    case 'DepositReversed':
    case 'WithdrawalRequested':
    case 'WithdrawalPaid':
    case 'WithdrawalReleased':
    case 'BonusGranted':
    case 'BonusConverted':
    case 'BonusTakenBack':
    case 'BonusForfeited':
    case 'AdjustmentMade':
      return { staked: noMoney, lost: noMoney };
  }
}

function takenBack({ reverses, stake, amount }: WalletEvent & { readonly type: 'SettlementRolledBack' }): Cents {
  switch (reverses) {
    case 'StakeLost':
      return negative(stake);
    case 'WinningsPaid':
      return minus(amount, stake);
    case 'StakeRefunded':
      return noMoney;
  }
}
