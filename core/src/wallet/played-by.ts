import { type Cents, minus, negative, noMoney, plus } from '../money/index.ts';
import type { WalletEvent } from './event.ts';

/** Stake and net loss of an event; the loss is negative for a win. Bonus money counts like cash. */
export type Played = { readonly staked: Cents; readonly lost: Cents };

/**
 * Returns what an event adds to stakes and losses. A rollback undoes the loss or win of its settlement while the stake remains; a
 * rejected bet undoes its stake.
 */
export function playedBy(event: WalletEvent): Played {
  switch (event.type) {
    case 'StakeTaken':
      return { staked: event.amount, lost: noMoney };
    case 'StakeLost':
      return { staked: noMoney, lost: event.amount };
    case 'CashedOut':
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
 * Stakes, losses and possible payouts of a wallet's bets since its first event. Those of a period are the difference between its end
 * and its beginning, where the beginning is without what was undone since (`play_until` in the database).
 */
export type PlayToDate = Played & { readonly promised: Cents };

/** `promised`: the change of the bet's possible payout by the event. */
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
