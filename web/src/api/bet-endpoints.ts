import type { betEndpoints } from '@touchline/core/contract';
import { betView, placeBetAnswer } from './bet-shapes.ts';
import type { LightEndpoint } from './call.ts';
import { withAnyStatus } from './known-status.ts';
import { listOf } from './shape.ts';

/*
 * The endpoints that the slip and the notices call: they load after Home, and without the schema library. Statuses of bets are
 * compared without regard to case, and a new one counts as pending.
 */
type Endpoints = typeof betEndpoints;

export const placeBet: LightEndpoint<Endpoints['place']> = { method: 'POST', path: '/bet', light: placeBetAnswer };

export const betById: LightEndpoint<Endpoints['read']> = {
  method: 'GET',
  path: '/bet/:id',
  light: withAnyStatus(betView),
};

export const betHistory: LightEndpoint<Endpoints['history']> = {
  method: 'GET',
  path: '/bet/history',
  light: listOf(withAnyStatus(betView)),
};
