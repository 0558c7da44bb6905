import {
  type ExcludePlayerRequest,
  type LiftExclusionRequest,
  type PlayerExclusionView,
  playerExclusionView,
} from '@touchline/core/contract';
import { type Answer, call } from './client.ts';

/** GET /players/{id}/exclusion: what keeps a bettor from betting and paying in. */
export const fetchPlayerExclusion = (userId: string): Answer<PlayerExclusionView> =>
  call(playerExclusionView, { method: 'GET', path: pathOf(userId) });

export const excludePlayer = (userId: string, body: ExcludePlayerRequest): Answer<PlayerExclusionView> =>
  call(playerExclusionView, { method: 'POST', path: pathOf(userId), body });

export const liftExclusion = (userId: string, body: LiftExclusionRequest): Answer<PlayerExclusionView> =>
  call(playerExclusionView, { method: 'POST', path: `${pathOf(userId)}/lift`, body });

const pathOf = (userId: string): string => `/players/${encodeURIComponent(userId)}/exclusion`;
