import type { BalancesView, LedgerEventView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { centsFromDollars } from '@touchline/core/money';
import { dollarsText } from '../ui/money.tsx';
import { accountTitle } from './event-labels.ts';

/** The first event of a wallet that contradicts the ones before it, and why. */
export type Fault = { readonly seq: number; readonly version: number; readonly sentence: string };

const accounts = ['cash', 'held', 'bonus', 'staked'] as const satisfies readonly (keyof BalancesView)[];
const nothing: BalancesView = { cash: 0, held: 0, bonus: 0, staked: 0 };
const noHash = '0'.repeat(64);

/**
 * Recomputes a wallet from its events, oldest first: entries sum to zero, each balance is the previous one plus its entries, versions
 * have no gaps, times do not go back, and each event has the hash of the previous one. Returns the first fault, or `undefined`. If the
 * oldest event is not the wallet's first, only its own figures are checked.
 */
export function firstFault(events: readonly LedgerEventView[]): Fault | undefined {
  let before: LedgerEventView | undefined;
  for (const event of events) {
    const sentence = faultOf(event, before);
    if (sentence !== undefined) return { seq: event.seq, version: event.version, sentence };
    before = event;
  }
  return undefined;
}

/** Returns whether the server's wallet equals the balances after its newest event. */
export const agrees = (event: BalancesView, wallet: BalancesView): boolean =>
  accounts.every((account) => isSame(event[account], wallet[account]));

function faultOf(event: LedgerEventView, before: LedgerEventView | undefined): string | undefined {
  if (event.unreadable !== undefined) return t('a value of it cannot be read.');
  const sum = sumOf(event.entries.map(({ amount }) => amount));
  if (sum === undefined) return t('an entry is not a whole number of cents.');
  if (sum !== 0) return t('its entries sum to {amount}, not to zero.', { amount: dollarsText(sum / 100) });
  return brokenLink(event, before) ?? brokenBalance(event, before);
}

function brokenLink(event: LedgerEventView, before: LedgerEventView | undefined): string | undefined {
  if (!before)
    return event.version === 1 && event.prevHash !== noHash ? t('the first event follows another.') : undefined;
  if (event.version !== before.version + 1)
    return t('version {version} is missing before it.', { version: before.version + 1 });
  if (event.prevHash !== before.hash)
    return t('it does not name the hash of version {version}.', { version: before.version });
  return event.recordedAt < before.recordedAt
    ? t('it was recorded before version {version}.', { version: before.version })
    : undefined;
}

function brokenBalance(event: LedgerEventView, before: LedgerEventView | undefined): string | undefined {
  const opening = before?.balances ?? (event.version === 1 ? nothing : undefined);
  for (const account of accounts) {
    const legs = event.entries.filter((entry) => entry.account === `player:${account}`);
    const change = sumOf(legs.map(({ amount }) => amount));
    const title = accountTitle(`player:${account}`);
    const after = event.balances[account];
    const stated = legs.at(-1)?.balanceAfter;
    if (stated !== undefined && stated !== null && !isSame(stated, after)) {
      return t('{title} is {amount}, but its entry says {stated}.', {
        title,
        amount: dollarsText(after),
        stated: dollarsText(stated),
      });
    }
    if (account === 'cash' && change !== centsFromDollars(event.cashChange)) {
      return t('its entries change {title} by {amount}, not by {stated}.', {
        title,
        amount: dollarsText((change ?? 0) / 100),
        stated: dollarsText(event.cashChange),
      });
    }
    if (!opening) continue;
    const expected = sumOf([opening[account], ...legs.map(({ amount }) => amount)]);
    if (expected === undefined || expected !== centsFromDollars(after)) {
      return t('{title} should be {expected} after it, but is {amount}.', {
        title,
        expected: dollarsText((expected ?? 0) / 100),
        amount: dollarsText(after),
      });
    }
  }
  return undefined;
}

const isSame = (a: number, b: number): boolean => centsFromDollars(a) === centsFromDollars(b);

/** Sums dollars in cents; `undefined` if an amount is not a whole number of cents. */
function sumOf(amounts: readonly number[]): number | undefined {
  let total = 0;
  for (const amount of amounts) {
    const exact = centsFromDollars(amount);
    if (exact === undefined) return undefined;
    total += exact;
  }
  return total;
}
