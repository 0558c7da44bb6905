import {
  type LedgerEventsPage,
  type LedgerTime,
  ledgerEventsPage,
  type ledgerEventsQuery,
  type PlayerView,
  playerView,
  type TrialBalanceView,
  trialBalanceView,
  type VerificationsView,
  type VerificationView,
  verificationsView,
  verificationView,
  type WalletTimeline,
  walletTimeline,
} from '@touchline/core/contract';
import { type Answer, listOf, request } from './client.ts';

/** What GET /ledger/events can be asked; nothing of it must be said. */
export type EventsQuery = Partial<ReturnType<typeof ledgerEventsQuery.parse>>;

/** GET /ledger/events: every wallet for auditors, the own one for bettors. */
export const fetchLedgerEvents = (query: EventsQuery): Answer<LedgerEventsPage> =>
  request(ledgerEventsPage, { method: 'GET', path: withQuery('/ledger/events', query) });

/** GET /ledger/wallets?search= */
export const findPlayers = (search: string): Answer<PlayerView[]> =>
  request(listOf(playerView), { method: 'GET', path: withQuery('/ledger/wallets', { search }) });

export type TimelineQuery = { readonly at?: string; readonly time?: LedgerTime; readonly limit?: number };

/** GET /ledger/wallets/{id} */
export const fetchTimeline = (walletId: string, query: TimelineQuery): Answer<WalletTimeline> =>
  request(walletTimeline, { method: 'GET', path: withQuery(`/ledger/wallets/${encodeURIComponent(walletId)}`, query) });

/** GET /ledger/trial-balance; without a moment: now. */
export const fetchTrialBalance = (query: {
  readonly at?: string;
  readonly time: LedgerTime;
}): Answer<TrialBalanceView> =>
  request(trialBalanceView, { method: 'GET', path: withQuery('/ledger/trial-balance', query) });

/** GET /ledger/verifications: the last runs and the newest checkpoint. */
export const fetchVerifications = (): Answer<VerificationsView> =>
  request(verificationsView, { method: 'GET', path: '/ledger/verifications' });

/** POST /ledger/verifications: the run that was queued, or the one that is under way already. */
export const startVerification = (): Answer<VerificationView> =>
  request(verificationView, { method: 'POST', path: '/ledger/verifications' });

/** What can be taken home: the whole ledger, one wallet's proof, the key that checkpoints are signed with. */
export const exportPath = (format: 'ndjson' | 'csv'): string => withQuery('/ledger/export', { format });
export const proofPath = (walletId: string): string => `/ledger/proof/${encodeURIComponent(walletId)}`;
export const publicKeyPath = '/ledger/public-key';

function withQuery(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
