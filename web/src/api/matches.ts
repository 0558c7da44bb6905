import type { ConfigView, LeagueView, MatchRow } from '@touchline/core/contract';
import { type Answer, request } from './client.ts';
import { configView, leagueView } from './first-shapes.ts';
import { matchRowWith, priceOrText } from './match-row-shape.ts';
import { listOf, record, whole } from './shape.ts';

/** GET /events: every match on offer, in no particular order. */
export const fetchEvents = (): Answer<MatchRow[]> =>
  request(listOf(matchRowWith(priceOrText)), { method: 'GET', path: '/events' });

type Since = { readonly n: number; readonly d: MatchRow[] };
const since = record<Since>({ n: whole, d: listOf(matchRowWith(priceOrText)) });
/** GET /events?since=n: the rows that changed after version `n`, and the version they lead to. */
export const fetchSince = (n: number): Answer<Since> => request(since, { method: 'GET', path: `/events?since=${n}` });

/** GET /events/leagues */
export const fetchLeagues = (): Answer<LeagueView[]> =>
  request(listOf(leagueView), { method: 'GET', path: '/events/leagues' });

/** GET /config */
export const fetchConfig = (): Answer<ConfigView> => request(configView, { method: 'GET', path: '/config' });
