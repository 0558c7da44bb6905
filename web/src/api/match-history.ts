import { type MatchHistory, matchHistory } from '@touchline/core/contract';
import { type Answer, request } from './client.ts';

/** GET /events/{id}/history */
export const fetchMatchHistory = (id: string): Answer<MatchHistory> =>
  request(matchHistory, { method: 'GET', path: `/events/${encodeURIComponent(id)}/history` });
