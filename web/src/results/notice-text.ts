import type { BetView } from '@touchline/core/contract';
import { resultOf, returnedOf, shortId } from '../bets/bet-texts.ts';
import { dollarsText } from '../ui/money.tsx';
import type { BetResult } from './results-machine.ts';

export type Notice = {
  readonly title: string;
  readonly amount: string;
  readonly look: string;
  readonly href: string;
  readonly linkText: string;
};

/** Returns the notice for one bet, or a summary for several. */
export function noticeOf(results: readonly [BetResult, ...BetResult[]]): Notice {
  const [{ bet, isCorrected }, ...more] = results;
  if (more.length > 0) return noticeOfMany(results);
  const returned = returnedOf(bet);
  const { text, look } = returned ? { text: returned, look: 'text-ink' } : resultOf(bet);
  return {
    title: `Bet ${shortId(bet._id)} ${isCorrected ? 'corrected: ' : ''}${endings[bet.status]}`,
    amount: text,
    look,
    href: `/history/${bet._id}`,
    linkText: 'See the bet',
  };
}

function noticeOfMany(results: readonly BetResult[]): Notice {
  const counts = (['won', 'lost', 'void', 'cashed-out', 'pending'] as const)
    .map((status) => [results.filter(({ bet }) => bet.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${countedAs[status] ?? status}`);
  const paid = results.reduce((cents, { bet }) => cents + Math.round((bet.payout ?? 0) * 100), 0) / 100;
  return {
    title: `${results.length} bets settled: ${counts.join(', ')}`,
    amount: `Paid out ${dollarsText(paid)}`,
    look: paid > 0 ? 'text-pitch' : 'text-ink',
    href: '/history',
    linkText: 'See your bets',
  };
}

const countedAs: Partial<Record<BetView['status'], string>> = { pending: 'open again', 'cashed-out': 'cashed out' };

const endings: Record<BetView['status'], string> = {
  pending: 'is open again',
  won: 'won',
  lost: 'lost',
  void: 'is void',
  'cashed-out': 'was cashed out',
};
