import type { BalancesView, LedgerEventView, LedgerTime } from '@touchline/core/contract';
import { centsFromDollars } from '@touchline/core/money';
import { momentKey } from './moments.ts';

/** One step of a wallet in the order of one of the two times, with the balances that it led to in that order. */
export type Step = { readonly event: LedgerEventView; readonly at: number; readonly balances: BalancesView };

const accounts = ['cash', 'held', 'bonus', 'staked'] as const satisfies readonly (keyof BalancesView)[];

/**
 * A wallet's events as steps. Events come oldest first. By the time of recording the balances are those that were stored; by the
 * time when they count, the same movements are summed anew in that order, from what there was before the oldest.
 */
export function stepsOf(events: readonly LedgerEventView[], time: LedgerTime): readonly Step[] {
  if (time === 'recorded') {
    return events.map((event) => ({ event, at: Date.parse(event.recordedAt), balances: event.balances }));
  }
  const [oldest] = events;
  if (!oldest) return [];
  let balances = added(oldest.balances, oldest, -1);
  return events
    .toSorted((a, b) => compare(a.effectiveAt, b.effectiveAt) || a.version - b.version)
    .map((event) => {
      balances = added(balances, event, 1);
      return { event, at: Date.parse(event.effectiveAt), balances };
    });
}

/** The place of the last step that had happened by a moment, to the microsecond; −1 when none had. */
export function lastBy(steps: readonly Step[], time: LedgerTime, moment: string): number {
  const until = momentKey(moment);
  return steps.findLastIndex(
    ({ event }) => momentKey(time === 'recorded' ? event.recordedAt : event.effectiveAt) <= until,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function added(balances: BalancesView, { entries }: LedgerEventView, times: 1 | -1): BalancesView {
  const after = { ...balances };
  for (const account of accounts) {
    const legs = entries.filter((entry) => entry.account === `player:${account}`);
    const change = legs.reduce((sum, { amount }) => sum + wholeCents(amount), 0);
    after[account] = (wholeCents(after[account]) + times * change) / 100;
  }
  return after;
}

const wholeCents = (amount: number): number => centsFromDollars(amount) ?? Math.round(amount * 100);
