import type { BalancesView, LedgerEventView } from '@touchline/core/contract';
import { centsFromDollars } from '@touchline/core/money';
import { dollarsText } from '../ui/money.tsx';
import { accountTitle } from './event-words.ts';

/** The first step of a wallet that does not follow from what came before it, and why not. */
export type Fault = { readonly seq: number; readonly version: number; readonly sentence: string };

const accounts = ['cash', 'held', 'bonus', 'staked'] as const satisfies readonly (keyof BalancesView)[];
const nothing: BalancesView = { cash: 0, held: 0, bonus: 0, staked: 0 };
const noHash = '0'.repeat(64);

/**
 * Folds a wallet's events anew, oldest first, as an auditor would on paper: the legs of each sum to zero, each balance is the one
 * before plus its legs, versions have no gaps, times do not run backwards, and each event names the hash of the one before.
 * `undefined` when all of it adds up. Of the oldest event, unless it is the wallet's first, only what it says itself is checked.
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

/** Whether the wallet as the server holds it is the one that its newest event left. */
export const agrees = (event: BalancesView, wallet: BalancesView): boolean =>
  accounts.every((account) => isSame(event[account], wallet[account]));

function faultOf(event: LedgerEventView, before: LedgerEventView | undefined): string | undefined {
  const sum = sumOf(event.entries.map(({ amount }) => amount));
  if (sum === undefined) return 'an entry is not a whole number of cents.';
  if (sum !== 0) return `its entries sum to ${dollarsText(sum / 100)}, not to zero.`;
  return brokenLink(event, before) ?? brokenBalance(event, before);
}

function brokenLink(event: LedgerEventView, before: LedgerEventView | undefined): string | undefined {
  if (!before) return event.version === 1 && event.prevHash !== noHash ? 'the first event follows another.' : undefined;
  if (event.version !== before.version + 1) return `version ${before.version + 1} is missing before it.`;
  if (event.prevHash !== before.hash) return `it does not name the hash of version ${before.version}.`;
  return event.recordedAt < before.recordedAt ? `it was recorded before version ${before.version}.` : undefined;
}

function brokenBalance(event: LedgerEventView, before: LedgerEventView | undefined): string | undefined {
  const opening = before?.balances ?? (event.version === 1 ? nothing : undefined);
  for (const account of accounts) {
    const legs = event.entries.filter((entry) => entry.account === `player:${account}`);
    const change = sumOf(legs.map(({ amount }) => amount));
    const title = accountTitle(`player:${account}`);
    const after = event.balances[account];
    const said = legs.at(-1)?.balanceAfter;
    if (said !== undefined && said !== null && !isSame(said, after)) {
      return `${title} is ${dollarsText(after)}, but its entry says ${dollarsText(said)}.`;
    }
    if (account === 'cash' && change !== centsFromDollars(event.cashChange)) {
      return `its entries change ${title} by ${dollarsText((change ?? 0) / 100)}, not by ${dollarsText(event.cashChange)}.`;
    }
    if (!opening) continue;
    const expected = sumOf([opening[account], ...legs.map(({ amount }) => amount)]);
    if (expected === undefined || expected !== centsFromDollars(after)) {
      return `${title} should be ${dollarsText((expected ?? 0) / 100)} after it, but is ${dollarsText(after)}.`;
    }
  }
  return undefined;
}

const isSame = (a: number, b: number): boolean => centsFromDollars(a) === centsFromDollars(b);

/** Dollars summed in whole cents; `undefined` when one of them is no whole number of cents. */
function sumOf(amounts: readonly number[]): number | undefined {
  let total = 0;
  for (const amount of amounts) {
    const exact = centsFromDollars(amount);
    if (exact === undefined) return undefined;
    total += exact;
  }
  return total;
}
