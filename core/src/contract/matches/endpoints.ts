import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { matchId } from '../ids.ts';
import { configView, eventsAnswer, eventsQuery, leagueView, matchHistory, matchMarkets } from './matches.ts';

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
  config: {
    method: 'GET',
    path: '/config',
    access: 'everyone',
    tag,
    summary: 'What every screen needs to know about the operator',
    answer: configView,
  },
});
