import type { BetView } from '@touchline/core/contract';
import { type Answer, call } from './client.ts';
import { betView } from './first-shapes.ts';

/** GET /bet/{id} */
export const fetchBet = (id: string): Answer<BetView> =>
  call(betView, { method: 'GET', path: `/bet/${encodeURIComponent(id)}` });
