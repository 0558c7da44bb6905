import type { BetView } from '@touchline/core/contract';
import { betView } from './bet-shapes.ts';
import { type Answer, request } from './client.ts';
import { withAnyStatus } from './known-status.ts';

/** GET /bet/{id} */
export const fetchBet = (id: string): Answer<BetView> =>
  request(withAnyStatus(betView), { method: 'GET', path: `/bet/${encodeURIComponent(id)}` });
