import type { BetView } from '@touchline/core/contract';
import type { BadgeTone } from '../ui/badge.tsx';
import { momentWith } from '../ui/moment-text.ts';
import { dollarsText } from '../ui/money.tsx';

type BetStatus = BetView['status'];
type LegStatus = BetView['matches'][number]['status'];

/** Spec §2: the first eight characters plus dots. */
export const shortId = (id: string): string => (id.length > 8 ? `${id.slice(0, 8)}...` : id);

const betStatusWords: Record<BetStatus, string> = { pending: 'Pending', won: 'Won', lost: 'Lost', void: 'Void' };
const betStatusTones: Record<BetStatus, BadgeTone> = {
  pending: 'gold',
  won: 'won',
  lost: 'lost',
  void: 'neutral',
};

/** A bet that is held, or that was not taken, says so instead of its status. */
export function statusOf({ status, acceptance }: BetView): { readonly words: string; readonly tone: BadgeTone } {
  if (acceptance?.state === 'pending') return { words: 'Waiting for acceptance', tone: 'gold' };
  if (acceptance?.state === 'rejected') return { words: 'Rejected', tone: 'neutral' };
  return { words: betStatusWords[status], tone: betStatusTones[status] };
}

export const legStatusWords: Record<LegStatus, string> = {
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

/** What came of the money, or what may (spec §2). A void bet has no potential left: its stake went back. */
export function resultOf(bet: BetView): { readonly text: string; readonly look: string } {
  switch (bet.status) {
    case 'won':
      return { text: `+${dollarsText(bet.payout ?? bet.potentialPayout)}`, look: 'text-pitch' };
    case 'lost':
      return { text: `-${dollarsText(bet.stake)}`, look: 'text-live' };
    case 'void':
      return { text: `Returned: ${dollarsText(bet.payout ?? bet.stake)}`, look: 'text-ink' };
    case 'pending':
      return { text: `Potential: ${dollarsText(bet.potentialPayout)}`, look: 'text-gold' };
  }
}

/** When a bet was placed, in the reader's own time zone. */
export const dateText = momentWith({ month: 'short', day: 'numeric', year: 'numeric' });
