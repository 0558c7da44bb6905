import { type PlayerView, playerEndpoints } from '@touchline/core/contract';
import { call, orThrow } from '../api/call.ts';

/** Finds players for staff. In a module of its own, so that other people's search does not load the contract. */
export const findPlayers = (search: string): Promise<PlayerView[]> =>
  orThrow(call(playerEndpoints.find, { query: { search } }));
