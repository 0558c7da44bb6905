import type { BetView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
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
  const [{ bet }, ...more] = results;
  if (more.length > 0) return noticeOfMany(results);
  const returned = returnedOf(bet);
  const { text, look } = returned ? { text: returned, look: 'text-ink' } : resultOf(bet);
  return {
    title: t(titleOf(results[0]), { id: shortId(bet._id) }),
    amount: text,
    look,
    href: `/history/${bet._id}`,
    linkText: t('See the bet'),
  };
}

function titleOf({ bet: { status, acceptance }, isCorrected }: BetResult): Message {
  if (acceptance?.state === 'rejected') return msg('Bet {id} was not accepted');
  return isCorrected ? corrections[status] : endings[status];
}

function noticeOfMany(results: readonly BetResult[]): Notice {
  const counts = (['won', 'lost', 'void', 'cashed-out', 'pending'] as const)
    .map((status) => [results.filter(({ bet }) => bet.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => t(countedAs[status], { count }));
  const paid = results.reduce((cents, { bet }) => cents + Math.round((bet.payout ?? 0) * 100), 0) / 100;
  return {
    title: t('{count} bets settled: {results}', { count: results.length, results: counts.join(', ') }),
    amount: t('Paid out {amount}', { amount: dollarsText(paid) }),
    look: paid > 0 ? 'text-pitch' : 'text-ink',
    href: '/history',
    linkText: t('See your bets'),
  };
}

const countedAs: Record<BetView['status'], Message> = {
  pending: msg('{count, plural, other {# open again}}'),
  won: msg('{count, plural, other {# won}}'),
  lost: msg('{count, plural, other {# lost}}'),
  void: msg('{count, plural, other {# void}}'),
  'cashed-out': msg('{count} cashed out'),
};
const endings: Record<BetView['status'], Message> = {
  pending: msg('Bet {id} is open again'),
  won: msg('Bet {id} won'),
  lost: msg('Bet {id} lost'),
  void: msg('Bet {id} is void'),
  'cashed-out': msg('Bet {id} was cashed out'),
};
const corrections: Record<BetView['status'], Message> = {
  pending: msg('Bet {id} corrected: is open again'),
  won: msg('Bet {id} corrected: won'),
  lost: msg('Bet {id} corrected: lost'),
  void: msg('Bet {id} corrected: is void'),
  'cashed-out': msg('Bet {id} corrected: was cashed out'),
};
