import type { LedgerEventsPage, LedgerEventView, LedgerTime, WalletTimeline } from '@touchline/core/contract';
import { agrees, type Fault, firstFault } from '../../ledger/check-steps.ts';
import { merged } from '../../ledger/event-list.ts';
import { type Step, stepsOf } from '../../ledger/wallet-steps.ts';

/** A wallet as it was answered: who and how much, and a page of its events, newest first. */
export type Opened = { readonly timeline: WalletTimeline; readonly page: LedgerEventsPage };
export type Wallet = {
  readonly timeline: WalletTimeline;
  /** Oldest first. */
  readonly events: readonly LedgerEventView[];
  /** Where the older ones begin; `null` when all are here. */
  readonly next: number | null;
};

export const openedWallet = ({ timeline, page }: Opened): Wallet => ({
  timeline,
  events: page.events.toReversed(),
  next: page.next,
});

export const withOlderEvents = (wallet: Wallet, page: LedgerEventsPage): Wallet => ({
  ...wallet,
  events: merged(wallet.events, page.events).toReversed(),
  next: page.next,
});

/** The wallet with what happened since; events that do not follow on what is known begin it anew. */
export function withNewEvents(wallet: Wallet, opened: Opened): Wallet {
  const { timeline, page } = opened;
  const newest = wallet.events.at(-1)?.version ?? 0;
  const doesFollow = page.events.length === 0 || page.events.some(({ version }) => version <= newest + 1);
  if (!doesFollow) return openedWallet(opened);
  return { ...wallet, timeline, events: merged(wallet.events, page.events).toReversed() };
}

/** The place of a step by its `seq`; the newest when none is chosen. */
export function placeOf(steps: readonly Step[], seq: number | undefined): number {
  const place = seq === undefined ? -1 : steps.findIndex(({ event }) => event.seq === seq);
  return place < 0 ? steps.length - 1 : place;
}

/** The `seq` of the step at a place; `undefined` for the newest, so that it stays the newest when more happens. */
export function seqAt(wallet: Wallet, time: LedgerTime, place: number): number | undefined {
  const steps = stepsOf(wallet.events, time);
  const bounded = Math.max(0, Math.min(place, steps.length - 1));
  return bounded === steps.length - 1 ? undefined : steps[bounded]?.event.seq;
}

/** The first thing in a wallet that does not add up, by our own arithmetic. */
export function faultIn({ timeline: { player }, events }: Wallet): Fault | undefined {
  const fault = firstFault(events);
  const newest = events.at(-1);
  if (fault || !newest) return fault;
  if (
    newest.version > player.version ||
    (newest.version === player.version && agrees(newest.balances, player.balances))
  ) {
    return undefined;
  }
  const sentence =
    newest.version === player.version
      ? 'the wallet does not hold what its last event left in it.'
      : `the wallet is at version ${player.version}, but this is its last event.`;
  return { seq: newest.seq, version: newest.version, sentence };
}
