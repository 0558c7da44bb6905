import type { LedgerEventsPage } from '@touchline/core/contract';
import { ok } from '@touchline/core/result';
import type { Answer } from '../../api/client.ts';
import { fetchLedgerEvents, fetchTimeline } from '../../api/ledger.ts';
import type { Opened } from './wallet-timeline.ts';

/** As many as one call gives. */
const pageSize = 500;

/** Who the player is and what happened last, asked for side by side. */
export async function openWallet(walletId: string): Answer<Opened> {
  const [timeline, page] = await Promise.all([
    fetchTimeline(walletId, { limit: 1 }),
    fetchLedgerEvents({ wallet: walletId, limit: pageSize }),
  ]);
  if (!timeline.ok) return timeline;
  return page.ok ? ok({ timeline: timeline.value, page: page.value }) : page;
}

export const fetchEarlier = (walletId: string, before: number | null): Answer<LedgerEventsPage> =>
  fetchLedgerEvents({ wallet: walletId, limit: pageSize, ...(before !== null && { before }) });
