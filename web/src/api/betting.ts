import { type BetTimeline, type BetView, betHistoryPage, betTimeline } from '@touchline/core/contract';
import { betView } from './bet-shapes.ts';
import { type Answer, listOf, request } from './client.ts';
import { withAnyStatus, withKnownStatus } from './known-status.ts';
import type { Shape } from './shape.ts';

export type HistoryAsked = {
  readonly show: 'all' | 'open' | 'settled';
  /** Only bets placed before this one. */
  readonly before?: string | undefined;
  readonly limit?: number;
};

/** GET /bet/history, newest first; a page that is not full was the last. */
export function fetchBetHistory({ show, before, limit = betHistoryPage }: HistoryAsked): Answer<BetView[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (show !== 'all') query.set('show', show);
  if (before !== undefined) query.set('before', before);
  return request(listOf(withAnyStatus(betView)), { method: 'GET', path: `/bet/history?${query}` });
}

/** GET /bet/{id}/timeline */
export const fetchBetTimeline = (id: string): Answer<BetTimeline> =>
  request(timelineWithAnyStatus, { method: 'GET', path: `/bet/${encodeURIComponent(id)}/timeline` });

const timelineWithAnyStatus: Shape<BetTimeline> = {
  parse: (body) => betTimeline.parse(withKnownBet(body)),
};
const withKnownBet = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'bet' in body ? { ...body, bet: withKnownStatus(body.bet) } : body;
