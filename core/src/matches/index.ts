export {
  type Closable,
  type Closure,
  type ClosureScope,
  cashOutScope,
  closedMarkets,
  closureOf,
  isCashOutClosed,
  isInCashOutScope,
  wasClosedSince,
} from './closure.ts';
export type { EventQuote, EventQuotePlan, EventQuotes, SkippedQuotes } from './event-quotes.ts';
export { feedStaleAfterMs, feedState, isSkippedPlay, type LeagueFeed, type SkippedPlay } from './feed.ts';
export { type LeagueKey, leagueOf, leagues } from './leagues.ts';
export {
  confirmedAtOf,
  currentEventQuotes,
  isLagging,
  isMarketStale,
  isSeenSince,
  isSeenSinceGoal,
  lastSeenAt,
} from './market-freshness.ts';
export {
  type AnyMarket,
  type Market,
  type MarketReason,
  type MarketState,
  type Markets,
  type Match,
  type MatchStatus,
  mapMarkets,
  marketsIn,
  priceOf,
} from './match.ts';
export { demoNotice, type MatchClock, matchMinute, realTime } from './match-clock.ts';
export { byLiveThenKickoff, isLive, isMovedTooFar, isUpcoming, liveWindowMs, mostMovedMs } from './match-phase.ts';
export { isPriceJump } from './price-jump.ts';
export {
  noMarkets,
  orderedMarket,
  type QuotedMarket,
  type QuotedMarkets,
  type QuotedMatch,
  quotedMarkets,
  suspendedBecause,
} from './quoted-match.ts';
