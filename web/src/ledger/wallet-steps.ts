import type { BalancesView, LedgerEventView, LedgerTime } from '@touchline/core/contract';
import { centsFromDollars } from '@touchline/core/money';
import { momentKey } from './moments.ts';

/** A step of a wallet in the order of one of the two times, with the balances after it in that order. */
export type Step = { readonly event: LedgerEventView; readonly at: number; readonly balances: BalancesView };

const accounts = ['cash', 'held', 'bonus', 'staked'] as const satisfies readonly (keyof BalancesView)[];

/**
 * Returns a wallet's events, oldest first, as steps. In recorded order the balances are the stored ones; in effective order the same
 * changes are summed again, starting from the balances before the oldest event.
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

/** Returns the index of the last step at or before a moment, to the microsecond; −1 if there is none. */
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
