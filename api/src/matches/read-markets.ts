import { priceOfLabel } from '@touchline/core/betting';
import type {
  BuilderRefusal,
  BuilderView,
  MatchMarkets,
  SelectionPrices,
  SelectionPricesRequest,
} from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { readClosures, readMatches } from '@touchline/store/matches';
import type { Replica } from '../live/replica.ts';
import { cachedByMatch } from './cached-by-match.ts';
import { viewBuilder, viewMatchMarkets } from './view-match-markets.ts';

/** Returns the markets of a match; `undefined` without such a match. */
export type ReadMarkets = (id: MatchId) => Promise<MatchMarkets | undefined>;

type Deps = {
  readonly db: Db;
  readonly replica: Replica;
  readonly inPlay: 'open' | 'closed';
  readonly now: () => Instant;
};

/** The markets of a match as they are now, computed once for all who read them within a second. */
export const createReadMarkets = (deps: Deps): ReadMarkets =>
  cachedByMatch(deps, async (id) => {
    const { match, facts } = await readMatch(deps, id);
    return match && viewMatchMarkets(match, facts);
  });

/** Prices several selections of a match together, as they are now. */
export type PriceBuilder = (id: MatchId, labels: readonly string[]) => Promise<Result<BuilderView, BuilderRefusal>>;
export const createPriceBuilder =
  (deps: Deps): PriceBuilder =>
  async (id, labels) => {
    const { match, facts } = await readMatch(deps, id);
    return match ? viewBuilder(match, labels, facts) : refused({ code: 'match-unknown' });
  };

/** Prices selections of listed matches, each by itself, as they are now. */
export type PriceSelections = (selections: SelectionPricesRequest['selections']) => Promise<SelectionPrices>;
export function createPriceSelections(deps: Deps): PriceSelections {
  const { db, replica, now } = deps;
  const readListed = cachedByMatch(deps, async (id) => {
    // The version is seen before the match is read, so its prices are at least as new.
    const s = replica.row(id)?.s;
    const [match] = s === undefined ? [] : await readMatches(db, [id]);
    return match && s !== undefined ? { match, s } : undefined;
  });
  const price = async ({ matchId, betOutcome }: SelectionPricesRequest['selections'][number]) => {
    const listed = await readListed(matchId);
    const odds = listed && priceOfLabel(listed.match, betOutcome, now())?.toNumber();
    return { s: listed?.s ?? 0, ...(odds !== undefined && { odds }) };
  };
  return async (selections) => ({ prices: await Promise.all(selections.map(price)) });
}

async function readMatch({ db, replica, inPlay, now }: Deps, id: MatchId) {
  const [[match], closures] = await Promise.all([readMatches(db, [id]), readClosures(db)]);
  return { match, facts: { now: now(), closures, staleLeagues: replica.feed().stale, inPlay } };
}
