import type { LeagueView } from '@touchline/core/contract';
import { type Message, msg, t, textIn } from '@touchline/core/language';
import { marketTitles } from '@touchline/core/markets';
import { several, withoutBet } from '@touchline/core/reports';
import type { Account, WalletEventType } from '@touchline/core/wallet';
import type { BadgeTone } from '../ui/badge.tsx';
import { inSentence } from './audit-texts.ts';

type Label = { readonly title: Message; readonly tone: BadgeTone };

const labels = {
  DepositCredited: { title: msg('Deposit credited'), tone: 'won' },
  DepositReversed: { title: msg('Deposit reversed'), tone: 'lost' },
  WithdrawalRequested: { title: msg('Withdrawal requested'), tone: 'neutral' },
  WithdrawalPaid: { title: msg('Withdrawal paid'), tone: 'neutral' },
  WithdrawalReleased: { title: msg('Withdrawal released'), tone: 'neutral' },
  StakeTaken: { title: msg('Stake taken'), tone: 'neutral' },
  BetAccepted: { title: msg('Bet accepted'), tone: 'neutral' },
  BetRejected: { title: msg('Bet rejected'), tone: 'neutral' },
  CashedOut: { title: msg('Cashed out'), tone: 'won' },
  WinningsPaid: { title: msg('Winnings paid'), tone: 'won' },
  StakeLost: { title: msg('Stake lost'), tone: 'lost' },
  StakeRefunded: { title: msg('Stake refunded'), tone: 'neutral' },
  SettlementRolledBack: { title: msg('Settlement rolled back'), tone: 'lost' },
  BonusGranted: { title: msg('Bonus granted'), tone: 'gold' },
  BonusConverted: { title: msg('Bonus converted'), tone: 'gold' },
  BonusTakenBack: { title: msg('Bonus taken back'), tone: 'gold' },
  BonusForfeited: { title: msg('Bonus forfeited'), tone: 'gold' },
  AdjustmentMade: { title: msg('Adjustment made'), tone: 'lost' },
} as const satisfies Record<WalletEventType, Label>;

/** The title of an event's type, or of a rollback with what it reverses; one that this page does not know yet is shown as it is. */
export function eventTitle(type: string): string {
  const [name = '', reversed] = type.split('/');
  const title = isKnown(name) ? t(labels[name].title) : name;
  return reversed === undefined ? title : `${title}: ${inSentence(eventTitle(reversed))}`;
}

export const eventTone = (type: string): BadgeTone => (isKnown(type) ? labels[type].tone : 'neutral');

/** All event types, for a filter. */
export const eventTypes = (): readonly { readonly value: string; readonly label: string }[] =>
  Object.entries(labels).map(([value, { title }]) => ({ value, label: t(title) }));

const isKnown = (type: string): type is WalletEventType => type in labels;

/** Returns the label of a ledger account: `player:cash` → "Player · cash". */
export const accountTitle = (account: string): string => textIn(accountTitles, account) ?? account;

const accountTitles: Readonly<Record<string, Message>> = {
  'player:cash': msg('Player · cash'),
  'player:held': msg('Player · held'),
  'player:bonus': msg('Player · bonus'),
  'player:staked': msg('Player · staked'),
  'provider:clearing': msg('Provider · clearing'),
  'payouts:clearing': msg('Payouts · clearing'),
  'house:result': msg('Bookmaker · result'),
  'house:bonus': msg('Bookmaker · bonus'),
} satisfies Record<Account, Message>;

/** The title of a league; one that is not on offer any more is shown by its key. */
export function leagueTitle(league: string, leagues: readonly LeagueView[]): string {
  if (league === withoutBet) return t('Not from a bet');
  if (league === several) return t('Several leagues');
  return leagues.find(({ key }) => key === league)?.title ?? league;
}

export function marketTitleOf(market: string): string {
  if (market === withoutBet) return t('Not from a bet');
  if (market === several) return t('Several markets');
  return textIn(marketTitles, market) ?? market;
}
