import { type Cents, minus, negative, noMoney, plus } from '../money/index.ts';
import type { Settlement, WalletEvent, WalletEventType } from './event.ts';

/** The accounts of a player, one of each per wallet. */
export type PlayerAccount = 'player:cash' | 'player:held' | 'player:bonus' | 'player:staked';
/** The accounts of the operator and of the providers that move its money. */
type HouseAccount = 'provider:clearing' | 'house:result' | 'house:bonus' | 'payouts:clearing';
export type Account = PlayerAccount | HouseAccount;

export const playerAccounts = ['player:cash', 'player:held', 'player:bonus', 'player:staked'] as const;
export const allAccounts: readonly Account[] = [
  ...playerAccounts,
  ...(['provider:clearing', 'payouts:clearing', 'house:result', 'house:bonus'] as const),
];
export const isPlayerAccount = (account: Account): account is PlayerAccount => account.startsWith('player:');

/** One side of a movement: positive credits the account, negative debits it. */
export type Leg = { readonly account: Account; readonly amount: Cents };

/**
 * Returns the double entry of an event. Its legs always sum to zero; legs of 0 are omitted. This one function defines every movement of
 * money.
 */
export function legs(event: WalletEvent): readonly Leg[] {
  const moved = movements(event);
  return moved.some(isNothing) ? moved.filter((leg) => !isNothing(leg)) : moved;
}

const isNothing = ({ amount }: Leg): boolean => amount === 0;

/**
 * Whether the legs of an event follow from its type and amount alone, so that its payload need not be read.
 * `mentions` returns whether a member's name occurs in its payload.
 */
export const isMovedByAmount = (type: string, mentions: (member: string) => boolean): boolean =>
  !alwaysMovedByMore.includes(type) && !movedByMoreWith[type]?.some(mentions);
const alwaysMovedByMore: readonly string[] = [
  'CashedOut',
  'WinningsPaid',
  'SettlementRolledBack',
] satisfies readonly WalletEventType[];
const movedByMoreWith: Readonly<Partial<Record<string, readonly string[]>>> = {
  StakeTaken: ['fromBonus'],
  StakeRefunded: ['toBonus', 'forfeited'],
  BetRejected: ['toBonus', 'forfeited'],
} satisfies Partial<Record<WalletEventType, readonly string[]>>;

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
      return stake(event.amount, event.fromBonus ?? noMoney);
    case 'BetAccepted':
      return [];
    case 'BetRejected':
      return payOut(event.amount, event);
    case 'CashedOut':
      return payOut(event.stake, event);
    case 'WinningsPaid':
      return settled(event.type, event.stake, event);
    case 'StakeLost':
    case 'StakeRefunded':
      return settled(event.type, event.amount, event);
    case 'SettlementRolledBack':
      return settled(event.reverses, event.stake, event).map(({ account, amount }) => ({
        account,
        amount: negative(amount),
      }));
    case 'BonusGranted':
      return move(event.amount, 'house:bonus', 'player:bonus');
    case 'BonusConverted':
      return move(event.amount, 'player:bonus', 'player:cash');
    case 'BonusTakenBack':
      return move(event.amount, 'player:cash', 'house:bonus');
    case 'BonusForfeited':
      return move(event.amount, 'player:bonus', 'house:bonus');
    case 'AdjustmentMade':
      return move(event.amount, 'house:result', 'player:cash');
  }
}

const stake = (amount: Cents, fromBonus: Cents): readonly Leg[] =>
  fromBonus === 0
    ? move(amount, 'player:cash', 'player:staked')
    : [
        { account: 'player:cash', amount: minus(fromBonus, amount) },
        { account: 'player:bonus', amount: negative(fromBonus) },
        { account: 'player:staked', amount },
      ];

/** The legs of a settlement; its rollback has the opposite ones. */
function settled(how: Settlement['type'], staked: Cents, paid: Paid): readonly Leg[] {
  switch (how) {
    case 'WinningsPaid':
      return payOut(staked, paid);
    case 'StakeLost':
      return move(paid.amount, 'player:staked', 'house:result');
    case 'StakeRefunded':
      return payOut(paid.amount, paid);
  }
}
type Paid = { readonly amount: Cents; readonly toBonus?: Cents; readonly forfeited?: Cents };

function payOut(staked: Cents, { amount, toBonus = noMoney, forfeited = noMoney }: Paid): readonly Leg[] {
  return [
    { account: 'player:staked', amount: negative(staked) },
    { account: 'house:result', amount: minus(staked, amount) },
    { account: 'player:cash', amount: minus(amount, plus(toBonus, forfeited)) },
    { account: 'player:bonus', amount: toBonus },
    { account: 'house:bonus', amount: forfeited },
  ];
}

const move = (amount: Cents, from: Account, to: Account): readonly Leg[] => [
  { account: from, amount: negative(amount) },
  { account: to, amount },
];
