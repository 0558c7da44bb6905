import { type Cents, minus, negative } from '../money/index.ts';
import type { WalletEvent, WalletEventType } from './event.ts';

/** The player's own accounts, one of each per wallet. */
export type PlayerAccount = 'player:cash' | 'player:held' | 'player:bonus' | 'player:staked';
/** The accounts of the house and of those who move money for it. */
export type HouseAccount = 'provider:clearing' | 'house:result' | 'house:bonus' | 'payouts:clearing';
export type Account = PlayerAccount | HouseAccount;

export const playerAccounts = ['player:cash', 'player:held', 'player:bonus', 'player:staked'] as const;
export const isPlayerAccount = (account: Account): account is PlayerAccount => account.startsWith('player:');

/** One side of a movement: positive credits the account, negative debits it. */
export type Leg = { readonly account: Account; readonly amount: Cents };

/**
 * The double entry of an event: where its cents leave and where they arrive. The legs of an event always sum to zero,
 * and legs of nothing are left out, so that an auditor can read every movement from this one function.
 */
export function legs(event: WalletEvent): readonly Leg[] {
  return movements(event).filter((leg) => leg.amount !== 0);
}

/** Whether the legs of such an event follow from its type and amount alone, so that the rest of it need not be read. */
export const isMovedByAmount = (type: string): boolean => !movedByMore.includes(type);
const movedByMore: readonly string[] = ['WinningsPaid', 'SettlementRolledBack'] satisfies readonly WalletEventType[];

function movements(event: WalletEvent): readonly Leg[] {
  switch (event.type) {
    case 'DepositCredited':
      return move(event.amount, 'provider:clearing', 'player:cash');
    case 'DepositReversed':
      return move(event.amount, 'player:cash', 'provider:clearing');
    case 'WithdrawalRequested':
      return move(event.amount, 'player:cash', 'player:held');
    case 'WithdrawalPaid':
      return move(event.amount, 'player:held', 'payouts:clearing');
    case 'WithdrawalReleased':
      return move(event.amount, 'player:held', 'player:cash');
    case 'StakeTaken':
      return move(event.amount, 'player:cash', 'player:staked');
    case 'WinningsPaid':
      return settled(event.type, event.stake, event.amount);
    case 'StakeLost':
    case 'StakeRefunded':
      return settled(event.type, event.amount, event.amount);
    case 'SettlementRolledBack':
      return settled(event.reverses, event.stake, event.amount).map(({ account, amount }) => ({
        account,
        amount: negative(amount),
      }));
    case 'BonusGranted':
      return move(event.amount, 'house:bonus', 'player:bonus');
    case 'BonusConverted':
      return move(event.amount, 'player:bonus', 'player:cash');
    case 'BonusForfeited':
      return move(event.amount, 'player:bonus', 'house:bonus');
    case 'AdjustmentMade':
      return move(event.amount, 'house:result', 'player:cash');
  }
}

/** A settlement, and turned round its roll-back. */
function settled(how: Settlement, stake: Cents, amount: Cents): readonly Leg[] {
  switch (how) {
    case 'WinningsPaid':
      return winnings(stake, amount);
    case 'StakeLost':
      return move(amount, 'player:staked', 'house:result');
    case 'StakeRefunded':
      return move(amount, 'player:staked', 'player:cash');
  }
}
type Settlement = 'WinningsPaid' | 'StakeLost' | 'StakeRefunded';

const winnings = (stake: Cents, paid: Cents): readonly Leg[] => [
  { account: 'player:staked', amount: negative(stake) },
  { account: 'house:result', amount: minus(stake, paid) },
  { account: 'player:cash', amount: paid },
];

const move = (amount: Cents, from: Account, to: Account): readonly Leg[] => [
  { account: from, amount: negative(amount) },
  { account: to, amount },
];
