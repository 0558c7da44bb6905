import type { betEndpoints, matchEndpoints } from '@touchline/core/contract';
import {
  betView,
  bookedSlip,
  bookSlipAnswer,
  placeBetAnswer,
  placeTicketsAnswer,
  selectionPrices as selectionPricesShape,
} from './bet-shapes.ts';
import type { LightEndpoint } from './call.ts';
import { lenientBet } from './known-status.ts';
import { listOf } from './shape.ts';

/*
 * For the slip and the notices, which load after Home and without the schema library. Statuses of bets are compared
 * case-insensitively, and a new one becomes pending.
 */
type Endpoints = typeof betEndpoints;

export const placeBet: LightEndpoint<Endpoints['place']> = { method: 'POST', path: '/bet', light: placeBetAnswer };

export const placeTickets: LightEndpoint<Endpoints['placeTickets']> = {
  method: 'POST',
  path: '/bets',
  light: placeTicketsAnswer,
};

export const betById: LightEndpoint<Endpoints['read']> = {
  method: 'GET',
  path: '/bet/:id',
  light: lenientBet(betView),
};

export const betHistory: LightEndpoint<Endpoints['history']> = {
  method: 'GET',
  path: '/bet/history',
  light: listOf(lenientBet(betView)),
};

export const bookSlip: LightEndpoint<Endpoints['bookSlip']> = { method: 'POST', path: '/slips', light: bookSlipAnswer };

export const slipByCode: LightEndpoint<Endpoints['bookedSlip']> = {
  method: 'GET',
  path: '/slips/:code',
  light: bookedSlip,
};

export const selectionPrices: LightEndpoint<(typeof matchEndpoints)['prices']> = {
  method: 'POST',
  path: '/events/prices',
  light: selectionPricesShape,
};
