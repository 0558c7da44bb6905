import type { MatchMarkets } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { readClosures, readMatches } from '@touchline/store/matches';
import type { Replica } from '../live/replica.ts';
import { cachedByMatch } from './cached-by-match.ts';
import { viewMatchMarkets } from './view-match-markets.ts';

/** Returns the markets of a match; `undefined` without such a match. */
export type ReadMarkets = (id: MatchId) => Promise<MatchMarkets | undefined>;

type Deps = {
  readonly db: Db;
  readonly replica: Replica;
  readonly inPlay: 'open' | 'closed';
  readonly now: () => Instant;
};

/** The markets of a match as they are now, computed once for all who read them within a second. */
export const createReadMarkets = ({ db, replica, inPlay, now }: Deps): ReadMarkets =>
  cachedByMatch({ replica, now }, async (id) => {
    const [[match], closures] = await Promise.all([readMatches(db, [id]), readClosures(db)]);
    return match && viewMatchMarkets(match, { now: now(), closures, staleLeagues: replica.feed().stale, inPlay });
  });
