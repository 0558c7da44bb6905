import {
  type LedgerEventsPage,
  type LedgerEventsQuery,
  type LedgerEventView,
  ledgerEndpoints,
} from '@touchline/core/contract';
import { ok } from '@touchline/core/result';
import { call } from '../../api/call.ts';
import type { Answer } from '../../api/client.ts';
import type { Opened } from './wallet-timeline.ts';

/** The most that one call returns. */
const pageSize = 500;

/**
 * The player and the newest events. Fetched one after the other: events that are older than the balances would look as if one were
 * missing.
 */
export async function openWallet(walletId: string): Answer<Opened> {
  const timeline = await fetchPlayer(walletId);
  if (!timeline.ok) return timeline;
  const page = await fetchEvents(walletId);
  return page.ok ? ok({ timeline: timeline.value, page: page.value }) : page;
}

/** What happened since the newest known event; if that is more than one call returns, the wallet is opened again. */
export async function fetchNews(walletId: string, newest: LedgerEventView | undefined): Answer<Opened> {
  const timeline = await fetchPlayer(walletId);
  if (!timeline.ok) return timeline;
  const { version } = timeline.value.player;
  if (version === (newest?.version ?? 0)) return ok({ timeline: timeline.value, page: { events: [], next: null } });
  const page = await fetchEvents(walletId, { after: newest?.seq ?? 0 });
  if (!page.ok) return page;
  return page.value.next === null ? ok({ timeline: timeline.value, page: page.value }) : openWallet(walletId);
}

export const fetchEarlier = (walletId: string, before: number | null): Answer<LedgerEventsPage> =>
  fetchEvents(walletId, before === null ? {} : { before });

const fetchPlayer = (id: string) => call(ledgerEndpoints.timeline, { params: { id }, query: { limit: 1 } });
const fetchEvents = (wallet: string, page: Pick<LedgerEventsQuery, 'before' | 'after'> = {}) =>
  call(ledgerEndpoints.events, { query: { wallet, limit: pageSize, ...page } });
