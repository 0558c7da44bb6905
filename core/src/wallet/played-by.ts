import { type Cents, minus, negative, noMoney, plus } from '../money/index.ts';
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

/**
 * What a wallet's bets have staked, lost and promised at most since its first event. What they did in a period is the difference
 * between its end and its beginning.
 */
export type PlayToDate = Played & { readonly promised: Cents };

/** `promised`: what the event's bet may pay more by it than before; below nothing: less. */
export function playAfter(before: PlayToDate, event: WalletEvent, promised: Cents): PlayToDate {
  const { staked, lost } = playedBy(event);
  return {
    staked: plus(before.staked, staked),
    lost: plus(before.lost, lost),
    promised: plus(before.promised, promised),
  };
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
