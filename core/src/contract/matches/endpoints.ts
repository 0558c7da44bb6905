import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { matchId } from '../ids.ts';
import {
  builderRequest,
  builderView,
  configView,
  eventsAnswer,
  eventsQuery,
  leagueView,
  matchHistory,
  matchMarkets,
} from './matches.ts';

const tag = 'matches';

export const matchEndpoints = endpoints({
  list: {
    method: 'GET',
    path: '/events',
    access: 'everyone',
    tag,
    summary: 'All matches, live first; with `since`, one frame with what changed after that version',
    query: eventsQuery,
    answer: eventsAnswer,
    refusals: { 'matches-not-ready': 503 },
  },
  leagues: {
    method: 'GET',
    path: '/events/leagues',
    access: 'everyone',
    tag,
    summary: 'The leagues on offer',
    answer: z.array(leagueView),
  },
  history: {
    method: 'GET',
    path: '/events/:matchId/history',
    access: 'everyone',
    tag,
    summary: 'A match with its prices and its events, also after it has ended',
    params: z.object({ matchId }),
    answer: matchHistory,
    refusals: { 'match-unknown': 404 },
  },
  markets: {
    method: 'GET',
    path: '/events/:matchId/markets',
    access: 'everyone',
    tag,
    summary: 'Every market of a match with its prices, quoted and derived; none once it is over',
    params: z.object({ matchId }),
    answer: matchMarkets,
    refusals: { 'match-unknown': 404 },
  },
  builder: {
    method: 'POST',
    path: '/events/:matchId/builder',
    access: 'everyone',
    tag,
    summary: 'One price for several selections of a match that all have to win, or why they cannot be combined',
    params: z.object({ matchId }),
    body: builderRequest,
    answer: builderView,
    refusals: {
      'match-unknown': 404,
      'selection-unknown': 422,
      'builder-size': 422,
      'builder-halves': 422,
      'builder-refunds': 422,
      'builder-impossible': 422,
      'builder-redundant': 422,
      'builder-unavailable': 409,
    },
  },
  config: {
    method: 'GET',
    path: '/config',
    access: 'everyone',
    tag,
    summary: 'What every screen needs to know about the operator',
    answer: configView,
  },
});
