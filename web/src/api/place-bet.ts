import type { PlaceBetAnswer, PlaceBetRequest } from '@touchline/core/contract';
import { placeBetAnswer } from './bet-shapes.ts';
import { type Answer, request } from './client.ts';

/**
 * POST /bet. `key` is made once per press of the button: sent again with the same key the same bet comes back,
 * so an answer that got lost never costs a second stake.
 */
export const placeBet = (body: PlaceBetRequest, key: string): Answer<PlaceBetAnswer> =>
  request(placeBetAnswer, { method: 'POST', path: '/bet', body, headers: { 'idempotency-key': key } });
