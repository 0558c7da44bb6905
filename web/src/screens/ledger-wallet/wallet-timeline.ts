import type { LedgerEventsPage, LedgerEventView, LedgerTime, WalletTimeline } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { agrees, type Fault, firstFault } from '../../ledger/check-steps.ts';
import { merged } from '../../ledger/event-list.ts';
import { type Step, stepsOf } from '../../ledger/wallet-steps.ts';

/** The server's answer for a wallet: player, balances and a page of events, newest first. */
export type Opened = { readonly timeline: WalletTimeline; readonly page: LedgerEventsPage };
export type Wallet = {
  readonly timeline: WalletTimeline;
  /** Oldest first. */
  readonly events: readonly LedgerEventView[];
  /** The cursor of older events; `null` if all are loaded. */
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

/** Adds new events. If they do not follow the known ones, the wallet is replaced. */
export function withNewEvents(wallet: Wallet, opened: Opened): Wallet {
  const { timeline, page } = opened;
  const newest = wallet.events.at(-1)?.version ?? 0;
  const doesFollow = page.events.length === 0 || page.events.some(({ version }) => version <= newest + 1);
  if (!doesFollow) return openedWallet(opened);
  return { ...wallet, timeline, events: merged(wallet.events, page.events).toReversed() };
}

/** Returns the index of a step by its `seq`; the newest by default. */
export function indexOfStep(steps: readonly Step[], seq: number | undefined): number {
  const index = seq === undefined ? -1 : steps.findIndex(({ event }) => event.seq === seq);
  return index < 0 ? steps.length - 1 : index;
}

/** Returns the `seq` of a step by index; `undefined` for the newest, so that the newest stays chosen. */
export function seqAt(wallet: Wallet, time: LedgerTime, index: number): number | undefined {
  const steps = stepsOf(wallet.events, time);
  const bounded = Math.max(0, Math.min(index, steps.length - 1));
  return bounded === steps.length - 1 ? undefined : steps[bounded]?.event.seq;
}

/** Returns the first fault in a wallet by our own arithmetic. */
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
      ? t('the wallet’s balances differ from those after its last event.')
      : t('the wallet is at version {version}, but this is its last event.', { version: player.version });
  return { seq: newest.seq, version: newest.version, sentence };
}
