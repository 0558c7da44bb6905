import type { LedgerEventsPage, LedgerEventView } from '@touchline/core/contract';
import { ok } from '@touchline/core/result';
import type { Answer } from '../../api/client.ts';
import { fetchLedgerEvents, fetchTimeline } from '../../api/ledger.ts';
import type { Opened } from './wallet-timeline.ts';

/** As many as one call gives. */
const pageSize = 500;

/**
 * Who the player is and what happened last. One after the other: events that are asked for later are never behind the balances,
 * which would look as if an event were missing.
 */
export async function openWallet(walletId: string): Answer<Opened> {
  const timeline = await fetchTimeline(walletId, { limit: 1 });
  if (!timeline.ok) return timeline;
  const page = await fetchLedgerEvents({ wallet: walletId, limit: pageSize });
  return page.ok ? ok({ timeline: timeline.value, page: page.value }) : page;
}

/** What happened since the newest event that is known. When it is more than one call gives, the wallet is opened anew. */
export async function lookAgain(walletId: string, newest: LedgerEventView | undefined): Answer<Opened> {
  const timeline = await fetchTimeline(walletId, { limit: 1 });
  if (!timeline.ok) return timeline;
  const { version } = timeline.value.player;
  if (version === (newest?.version ?? 0)) return ok({ timeline: timeline.value, page: { events: [], next: null } });
  const page = await fetchLedgerEvents({ wallet: walletId, limit: pageSize, after: newest?.seq ?? 0 });
  if (!page.ok) return page;
  return page.value.next === null ? ok({ timeline: timeline.value, page: page.value }) : openWallet(walletId);
}

export const fetchEarlier = (walletId: string, before: number | null): Answer<LedgerEventsPage> =>
  fetchLedgerEvents({ wallet: walletId, limit: pageSize, ...(before !== null && { before }) });
