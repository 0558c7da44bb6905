import {
  type BetView,
  betView,
  type PlaceBetAnswer,
  type PlaceBetRequest,
  placeBetAnswer,
} from '@touchline/core/contract';
import { type Answer, call, listOf } from './client.ts';

/**
 * POST /bet. `key` is made once per press of the button: sent again with the same key the same bet comes back,
 * so an answer that got lost never costs a second stake.
 */
export const placeBet = (body: PlaceBetRequest, key: string): Answer<PlaceBetAnswer> =>
  call(placeBetAnswer, { method: 'POST', path: '/bet', body, headers: { 'idempotency-key': key } });

/** GET /bet/history, newest first. */
export const fetchBetHistory = (): Answer<BetView[]> => call(listOf(betView), { method: 'GET', path: '/bet/history' });
