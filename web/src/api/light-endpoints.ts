import type {
  AnswerOf,
  accountEndpoints,
  MatchRow,
  matchEndpoints,
  ownAccountEndpoints,
} from '@touchline/core/contract';
import type { LightEndpoint } from './call.ts';
import { configView, leagueView, loginAnswer, messageAnswer, profileView } from './first-shapes.ts';
import { matchRowWith, priceOrText } from './match-row-shape.ts';
import { listOf, record, whole } from './shape.ts';

/*
 * The endpoints that Home calls, with answers checked by hand. The types keep method and path in step with the contract.
 */

export const me: LightEndpoint<typeof ownAccountEndpoints.me> = { method: 'GET', path: '/auth/me', light: profileView };

export const refresh: LightEndpoint<typeof accountEndpoints.refresh> = {
  method: 'POST',
  path: '/auth/refresh',
  light: loginAnswer,
};

export const logOut: LightEndpoint<typeof accountEndpoints.logOut> = {
  method: 'POST',
  path: '/auth/logout',
  light: messageAnswer,
};

const matchRows = listOf(matchRowWith(priceOrText));

/** Every match on offer, in no particular order. */
export const events: LightEndpoint<typeof matchEndpoints.list, MatchRow[]> = {
  method: 'GET',
  path: '/events',
  light: matchRows,
};

/** With `since` in the query: the rows that changed after that version, and the version they lead to. */
export const eventsSince: LightEndpoint<typeof matchEndpoints.list, Pick<MatchFrame, 'n' | 'd'>> = {
  method: 'GET',
  path: '/events',
  light: record({ n: whole, d: matchRows }),
};
type MatchFrame = Exclude<AnswerOf<typeof matchEndpoints.list>, readonly unknown[]>;

export const leagues: LightEndpoint<typeof matchEndpoints.leagues> = {
  method: 'GET',
  path: '/events/leagues',
  light: listOf(leagueView),
};

export const config: LightEndpoint<typeof matchEndpoints.config> = {
  method: 'GET',
  path: '/config',
  light: configView,
};
