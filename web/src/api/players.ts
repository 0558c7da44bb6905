import {
  type ExcludePlayerRequest,
  type LiftExclusionRequest,
  type PlayerExclusionView,
  type PlayerSheet,
  type PlayerView,
  playerExclusionView,
  playerSheet,
  playerView,
  type SignOutPlayerAnswer,
  type SignOutPlayerRequest,
  signOutPlayerAnswer,
} from '@touchline/core/contract';
import { type Answer, listOf, request } from './client.ts';

/** GET /players?search=: for admins and auditors; every search is recorded. */
export const searchPlayers = (search: string): Answer<PlayerView[]> =>
  request(listOf(playerView), { method: 'GET', path: `/players?search=${encodeURIComponent(search)}` });

/** GET /players/{id}: all that operators see of one player; every look is recorded. */
export const fetchPlayer = (userId: string): Answer<PlayerSheet> =>
  request(playerSheet, { method: 'GET', path: pathOf(userId) });

export const excludePlayer = (userId: string, body: ExcludePlayerRequest): Answer<PlayerExclusionView> =>
  request(playerExclusionView, { method: 'POST', path: `${pathOf(userId)}/exclusion`, body });

export const liftExclusion = (userId: string, body: LiftExclusionRequest): Answer<PlayerExclusionView> =>
  request(playerExclusionView, { method: 'POST', path: `${pathOf(userId)}/exclusion/lift`, body });

export const signOutPlayer = (userId: string, body: SignOutPlayerRequest): Answer<SignOutPlayerAnswer> =>
  request(signOutPlayerAnswer, { method: 'POST', path: `${pathOf(userId)}/sign-out`, body });

const pathOf = (userId: string): string => `/players/${encodeURIComponent(userId)}`;
