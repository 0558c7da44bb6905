import type { WalletEventType } from '@touchline/core/wallet';
import type { BadgeTone } from '../ui/badge.tsx';

type Label = { readonly title: string; readonly tone: BadgeTone };

const labels = {
  DepositCredited: { title: 'Deposit credited', tone: 'won' },
  DepositReversed: { title: 'Deposit reversed', tone: 'lost' },
  WithdrawalRequested: { title: 'Withdrawal requested', tone: 'neutral' },
  WithdrawalPaid: { title: 'Withdrawal paid', tone: 'neutral' },
  WithdrawalReleased: { title: 'Withdrawal released', tone: 'neutral' },
  StakeTaken: { title: 'Stake taken', tone: 'neutral' },
  BetAccepted: { title: 'Bet accepted', tone: 'neutral' },
  BetRejected: { title: 'Bet rejected', tone: 'neutral' },
  CashedOut: { title: 'Cashed out', tone: 'won' },
  WinningsPaid: { title: 'Winnings paid', tone: 'won' },
  StakeLost: { title: 'Stake lost', tone: 'lost' },
  StakeRefunded: { title: 'Stake refunded', tone: 'neutral' },
  SettlementRolledBack: { title: 'Settlement rolled back', tone: 'lost' },
  BonusGranted: { title: 'Bonus granted', tone: 'gold' },
  BonusConverted: { title: 'Bonus converted', tone: 'gold' },
  BonusTakenBack: { title: 'Bonus taken back', tone: 'gold' },
  BonusForfeited: { title: 'Bonus forfeited', tone: 'gold' },
  AdjustmentMade: { title: 'Adjustment made', tone: 'lost' },
} as const satisfies Record<WalletEventType, Label>;

/** The title of an event's type, or of a rollback with what it reverses; one that this page does not know yet is shown as it is. */
export function eventTitle(type: string): string {
  const [name = '', reversed] = type.split('/');
  const title = isKnown(name) ? labels[name].title : name;
  return reversed === undefined ? title : `${title}: ${eventTitle(reversed).toLowerCase()}`;
}
export const eventTone = (type: string): BadgeTone => (isKnown(type) ? labels[type].tone : 'neutral');

/** All event types, for a filter. */
export const eventTypes: readonly { readonly value: string; readonly label: string }[] = Object.entries(labels).map(
  ([value, { title }]) => ({ value, label: title }),
);

const isKnown = (type: string): type is WalletEventType => type in labels;

/** Returns the label of a ledger account: `player:cash` → "Player · cash". */
export function accountTitle(account: string): string {
  const [prefix = '', name = ''] = account.split(':');
  const owner = prefix === 'house' ? 'bookmaker' : prefix;
  return `${owner.charAt(0).toUpperCase()}${owner.slice(1)} · ${name}`;
}
