import { schemaText } from '../../language/index.ts';
import { type Access, endpoints } from '../endpoint.ts';
import { exclusionRequest, limitsView, playQuery, playView, realityCheckRequest, setLimitRequest } from './limits.ts';

const bettors: Access = { roles: ['bettor'], refusal: schemaText('Only bettors can place bets.') };
const tag = 'responsible play';

export const limitEndpoints = endpoints({
  read: {
    method: 'GET',
    path: '/limits',
    access: bettors,
    tag,
    summary: 'Your limits, and how much of each is used',
    answer: limitsView,
  },
  setLimit: {
    method: 'PUT',
    path: '/limits',
    access: bettors,
    tag,
    summary: 'Set a limit: a lower one applies at once, a higher one or none after 24 hours',
    body: setLimitRequest,
    answer: limitsView,
    refusals: { 'limit-invalid': 422 },
  },
  exclude: {
    method: 'POST',
    path: '/limits/exclusion',
    access: bettors,
    tag,
    summary: 'Exclude yourself from betting and depositing, starting now; it cannot be shortened',
    body: exclusionRequest,
    answer: limitsView,
    refusals: { 'exclusion-length': 422, 'exclusion-shorter': 409 },
  },
  setRealityCheck: {
    method: 'PUT',
    path: '/limits/reality-check',
    access: bettors,
    tag,
    summary: 'Set how often you are reminded of how long you have played',
    body: realityCheckRequest,
    answer: limitsView,
  },
  play: {
    method: 'GET',
    path: '/limits/play',
    access: bettors,
    tag,
    summary: 'Your stakes and the net result of settled bets since a moment',
    query: playQuery,
    answer: playView,
    refusals: { 'since-out-of-range': 422 },
  },
});
