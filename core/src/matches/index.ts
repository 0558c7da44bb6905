export { type Closure, type ClosureScope, closedMarkets, closureOf, wasClosedSince } from './closure.ts';
export { feedStaleAfterMs, feedState, type LeagueFeed } from './feed.ts';
export { type League, type LeagueKey, leagueOf, leagues } from './leagues.ts';
export {
  confirmedAtOf,
  isLagging,
  isMarketStale,
  isSeenSince,
  isSeenSinceGoal,
  lastSeenAt,
  marketStaleAfterMs,
} from './market-freshness.ts';
export {
  type MarketReason,
  type MarketState,
  type Markets,
  type Match,
  type MatchStatus,
  type MatchWinner,
  type Outcome,
  priceOf,
  type Score,
  type TotalGoals,
} from './match.ts';
export { byLiveThenKickoff, isLive, isUpcoming, liveWindowMs } from './match-phase.ts';
export { outcomeFromLabel, outcomeLabel } from './outcome-label.ts';
export { isPriceJump } from './price-jump.ts';
