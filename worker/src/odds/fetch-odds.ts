import type { Instant } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import type { FeedProblem, OddsApi, Quota } from '../provider/odds-api.ts';
import { type ReadOdds, readOdds } from './read-odds.ts';

export type FetchedOdds = ReadOdds & { readonly quota: Quota };

/** All that the provider quotes for a league now, in our terms; or why it did not answer. */
export async function fetchOdds(
  api: OddsApi,
  leagueKey: string,
  occasion: { readonly now: () => Instant; readonly bookmakers: readonly string[] },
): Promise<Result<FetchedOdds, FeedProblem>> {
  const answer = await api.odds(leagueKey);
  if (!answer.ok) return answer;
  const { body, quota } = answer.value;
  const read = readOdds(body, { leagueKey, now: occasion.now(), bookmakers: occasion.bookmakers });
  return ok({ ...read, quota });
}
