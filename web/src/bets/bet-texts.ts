import { type BetView, rejectionText } from '@touchline/core/contract';
import { currentLanguage, type Message, msg, t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import type { BadgeTone } from '../ui/badge.tsx';
import { momentWith } from '../ui/moment-text.ts';
import { dollarsText } from '../ui/money.tsx';

type BetStatus = BetView['status'];
type LegStatus = BetView['matches'][number]['status'];

/** The first eight characters and dots. */
export const shortId = (id: string): string => (id.length > 8 ? `${id.slice(0, 8)}...` : id);

/** Of payments, the same word has other translations. */
const openText = msg('{of, select, bet {Pending} other {}}');

const betStatusTexts: Record<BetStatus, Message> = {
  pending: openText,
  won: msg('Won'),
  lost: msg('Lost'),
  void: msg('Void'),
  'cashed-out': msg('Cashed out'),
};
const betStatusTones: Record<BetStatus, BadgeTone> = {
  pending: 'gold',
  won: 'won',
  lost: 'lost',
  void: 'neutral',
  'cashed-out': 'won',
};

/** The label of a bet's status. A bet awaiting acceptance and a rejected one have their own. */
export function statusOf({ status, acceptance }: Pick<BetView, 'status' | 'acceptance'>): {
  readonly text: string;
  readonly tone: BadgeTone;
} {
  if (acceptance?.state === 'pending') return { text: t('Waiting for acceptance'), tone: 'gold' };
  if (acceptance?.state === 'rejected') return { text: t('Rejected'), tone: 'neutral' };
  return { text: t(betStatusTexts[status], { of: 'bet' }), tone: betStatusTones[status] };
}

const legStatusTexts: Record<LegStatus, Message> = {
  pending: openText,
  won: msg('Won'),
  lost: msg('Lost'),
  void: msg('Void'),
  'half-won': msg('Half won'),
  'half-lost': msg('Half lost'),
};
export const legStatusText = (status: LegStatus): string => t(legStatusTexts[status], { of: 'bet' });
export const isLegStatus = (status: string): status is LegStatus => status in legStatusTexts;
export const legStatusTones: Record<LegStatus, BadgeTone> = {
  pending: 'gold',
  won: 'won',
  lost: 'lost',
  void: 'neutral',
  'half-won': 'won',
  'half-lost': 'lost',
};

/** The result of a bet: its payout if won or cashed out, its stake if lost, else what it may pay. */
export function resultOf({ status, stake, payout, potentialPayout, cashedOut }: BetView): {
  readonly text: string;
  readonly look: string;
} {
  if (status === 'cashed-out')
    return { text: t('Cashed out {amount}', { amount: dollarsText(payout ?? 0) }), look: 'text-pitch' };
  if (status === 'won') return { text: `+${dollarsText(payout ?? potentialPayout)}`, look: 'text-pitch' };
  if (status === 'lost') return { text: `-${dollarsText(stake - (cashedOut?.stake ?? 0))}`, look: 'text-live' };
  return { text: t('Potential: {amount}', { amount: dollarsText(payout ?? potentialPayout) }), look: 'text-gold' };
}

/** The stake returned for a void or rejected bet, otherwise nothing. */
export const returnedOf = ({ status, stake, payout }: BetView): string | undefined =>
  status === 'void' ? t('Returned {amount}', { amount: dollarsText(payout ?? stake) }) : undefined;

/** What a winner or a cashed out bet returned, and what of it is profit; otherwise nothing. */
export function profitOf({ status, stake, payout, cashedOut }: BetView): string | undefined {
  if (payout === null || (status !== 'won' && status !== 'cashed-out')) return undefined;
  const returned = status === 'won' ? payout + (cashedOut?.paid ?? 0) : payout;
  const profit = returned - stake;
  const values = { amount: dollarsText(returned), profit: dollarsText(Math.abs(profit)) };
  return profit < 0
    ? t('Returned {amount} (loss -{profit})', values)
    : t('Returned {amount} (profit +{profit})', values);
}

/** What was cashed out of a bet that goes on or went on without it; otherwise nothing. */
export const partCashedOut = ({ status, stake, cashedOut }: BetView): string | undefined =>
  cashedOut && status !== 'cashed-out'
    ? t('Cashed out {amount} for {part} of the {stake} stake', {
        amount: dollarsText(cashedOut.paid),
        part: dollarsText(cashedOut.stake),
        stake: dollarsText(stake),
      })
    : undefined;

/** Why a bet was rejected, which the server says in English. */
export function rejectionOf({ acceptance, matches }: Pick<BetView, 'acceptance' | 'matches'>): string {
  const { code, reason = '' } = acceptance ?? {};
  if (code === undefined || currentLanguage() === 'en') return reason;
  const leg = matches.find(({ betOutcome }) => reason.startsWith(betOutcome));
  return rejectionText(code, leg && selectionText(leg)) ?? reason;
}

/** "4 lines × $2.50" of a system. */
export const linesText = ({ lines, unitStake }: NonNullable<BetView['system']>): string =>
  t('{lines} lines × {stake}', { lines, stake: dollarsText(unitStake) });

/** When a bet was placed, in the user's time zone. */
export const dateText = momentWith({ month: 'short', day: 'numeric', year: 'numeric' });
