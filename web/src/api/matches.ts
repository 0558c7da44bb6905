import {
  type ConfigView,
  configView,
  type LeagueView,
  leagueView,
  type MatchRow,
  matchRow,
} from '@touchline/core/contract';
import { type Answer, call, listOf } from './client.ts';

/** GET /events: every match on offer, in no particular order. */
export const fetchEvents = (): Answer<MatchRow[]> => call(listOf(matchRow), { method: 'GET', path: '/events' });

/** GET /events/leagues */
export const fetchLeagues = (): Answer<LeagueView[]> =>
  call(listOf(leagueView), { method: 'GET', path: '/events/leagues' });

/** GET /config */
export const fetchConfig = (): Answer<ConfigView> => call(configView, { method: 'GET', path: '/config' });
