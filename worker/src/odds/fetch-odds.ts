import type { Instant } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import type { FeedProblem, OddsApi, Quota } from '../provider/odds-api.ts';
import type { PriceRules } from './choose-market.ts';
import { type ReadOdds, readOdds } from './read-odds.ts';

export type FetchedOdds = ReadOdds & { readonly quota: Quota };

/** All that the provider quotes for a league now, in our terms; or why it did not answer. */
export async function fetchOdds(
  api: OddsApi,
  leagueKey: string,
  { now, ...rules }: PriceRules & { readonly now: () => Instant },
): Promise<Result<FetchedOdds, FeedProblem>> {
  const answer = await api.odds(leagueKey);
  if (!answer.ok) return answer;
  const { body, quota } = answer.value;
  const read = readOdds(body, { ...rules, leagueKey, now: now() });
  return ok({ ...read, quota });
}
