import type { BetView } from '@touchline/core/contract';
import type { BadgeTone } from '../ui/badge.tsx';
import { momentWith } from '../ui/moment-text.ts';
import { dollarsText } from '../ui/money.tsx';

type BetStatus = BetView['status'];
type LegStatus = BetView['matches'][number]['status'];

/** The first eight characters and dots. */
export const shortId = (id: string): string => (id.length > 8 ? `${id.slice(0, 8)}...` : id);

const betStatusTexts: Record<BetStatus, string> = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  void: 'Void',
  'cashed-out': 'Cashed out',
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
  if (acceptance?.state === 'pending') return { text: 'Waiting for acceptance', tone: 'gold' };
  if (acceptance?.state === 'rejected') return { text: 'Rejected', tone: 'neutral' };
  return { text: betStatusTexts[status], tone: betStatusTones[status] };
}

export const legStatusTexts: Record<LegStatus, string> = {
  pending: 'Pending',
  won: 'Won',
  lost: 'Lost',
  void: 'Void',
  'half-won': 'Half won',
  'half-lost': 'Half lost',
};
export const legStatusTones: Record<LegStatus, BadgeTone> = {
  pending: 'gold',
  won: 'won',
  lost: 'lost',
  void: 'neutral',
  'half-won': 'won',
  'half-lost': 'lost',
};

/** The result of a bet: its payout if won or cashed out, its stake if lost or rejected, else what it may pay. */
export function resultOf({ status, stake, payout, potentialPayout, acceptance, cashedOut }: BetView): {
  readonly text: string;
  readonly look: string;
} {
  if (acceptance?.state === 'rejected') return { text: `Returned ${dollarsText(payout ?? stake)}`, look: '' };
  if (status === 'cashed-out') return { text: `Cashed out ${dollarsText(payout ?? 0)}`, look: 'text-pitch' };
  if (status === 'won') return { text: `+${dollarsText(payout ?? potentialPayout)}`, look: 'text-pitch' };
  if (status === 'lost') return { text: `-${dollarsText(stake - (cashedOut?.stake ?? 0))}`, look: 'text-live' };
  return { text: `Potential: ${dollarsText(payout ?? potentialPayout)}`, look: 'text-gold' };
}

/** The stake returned for a void or rejected bet, otherwise nothing. */
export const returnedOf = ({ status, stake, payout }: BetView): string | undefined =>
  status === 'void' ? `Returned ${dollarsText(payout ?? stake)}` : undefined;

/** What a winner or a cashed out bet returned, and what of it is profit; otherwise nothing. */
export function profitOf({ status, stake, payout, cashedOut }: BetView): string | undefined {
  if (payout === null || (status !== 'won' && status !== 'cashed-out')) return undefined;
  const returned = status === 'won' ? payout + (cashedOut?.paid ?? 0) : payout;
  return `Returned ${dollarsText(returned)} (${profitText(returned - stake)})`;
}

/** What was cashed out of a bet that goes on or went on without it; otherwise nothing. */
export const partCashedOut = ({ status, stake, cashedOut }: BetView): string | undefined =>
  cashedOut && status !== 'cashed-out'
    ? `Cashed out ${dollarsText(cashedOut.paid)} for ${dollarsText(cashedOut.stake)} of the ${dollarsText(stake)} stake`
    : undefined;

const profitText = (profit: number): string =>
  profit < 0 ? `loss -${dollarsText(-profit)}` : `profit +${dollarsText(profit)}`;

/** "4 lines × $2.50" of a system. */
export const linesText = ({ lines, unitStake }: NonNullable<BetView['system']>): string =>
  `${lines} lines × ${dollarsText(unitStake)}`;

/** When a bet was placed, in the user's time zone. */
export const dateText = momentWith({ month: 'short', day: 'numeric', year: 'numeric' });
