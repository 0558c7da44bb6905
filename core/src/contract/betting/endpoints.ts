import * as z from 'zod/mini';
import { type Access, endpoints } from '../endpoint.ts';
import { betId } from '../ids.ts';
import {
  betHistoryQuery,
  betTimeline,
  betView,
  houseRulesQuery,
  houseRulesView,
  placeBetAnswer,
  placeBetRequest,
  placeTicketsAnswer,
  placeTicketsRequest,
} from './bets.ts';

const bettors: Access = { roles: ['bettor'], refusal: 'Only bettors can place bets.' };
const tag = 'betting';

export const betEndpoints = endpoints({
  place: {
    method: 'POST',
    path: '/bet',
    access: bettors,
    tag,
    summary: 'Place a bet; the same Idempotency-Key is the same bet',
    body: placeBetRequest,
    idempotent: true,
    status: 201,
    answer: placeBetAnswer,
    // 409: acceptable, but something prevents it now. 422: never acceptable as requested.
    refusals: {
      'slip-empty': 422,
      'too-many-legs': 422,
      'stake-invalid': 422,
      'stake-below-minimum': 422,
      'stake-above-maximum': 422,
      'payout-above-maximum': 422,
      'odds-above-maximum': 422,
      'price-unreadable': 422,
      /** 422 if a selection is one that no bet can have. */
      'legs-refused': 409,
      'book-limit-reached': 409,
      'balance-too-low': 409,
      'limit-reached': 409,
      excluded: 409,
      'key-reused': 409,
      'betting-closed': 409,
    },
  },
  placeTickets: {
    method: 'POST',
    path: '/bets',
    access: bettors,
    tag,
    summary: 'Place several tickets together, or none; `details.tickets` of a refusal has the reason of each',
    body: placeTicketsRequest,
    idempotent: true,
    status: 201,
    answer: placeTicketsAnswer,
    refusals: { 'slip-empty': 422, 'tickets-refused': 409 },
  },
  history: {
    method: 'GET',
    path: '/bet/history',
    access: 'member',
    tag,
    summary: 'Your bets, newest first; `before` a bet for the next page, `show` only open or settled ones',
    query: betHistoryQuery,
    answer: z.array(betView),
  },
  read: {
    method: 'GET',
    path: '/bet/:id',
    access: 'member',
    tag,
    summary: 'One of your bets',
    params: z.object({ id: betId }),
    answer: betView,
    refusals: { 'bet-unknown': 404 },
  },
  timeline: {
    method: 'GET',
    path: '/bet/:id/timeline',
    access: 'member',
    tag,
    summary: 'One of your bets, from the first price to the last ledger event',
    params: z.object({ id: betId }),
    answer: betTimeline,
    refusals: { 'bet-unknown': 404 },
  },
  rules: {
    method: 'GET',
    path: '/rules',
    access: 'everyone',
    tag,
    summary: 'The house rules, by which bets are settled; an earlier `version` too',
    query: houseRulesQuery,
    answer: houseRulesView,
    refusals: { 'rules-unknown': 404 },
  },
});
