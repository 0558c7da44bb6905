export {
  type ClosureOutcome,
  closuresInForce,
  readClosures,
  switchBetting,
} from './betting-closures.ts';

export { readEventPlan, readOpenStakes, saveEventPlan, saveEventQuotes } from './event-quotes.ts';
export {
  closeIncident,
  type FeedIncident,
  type FeedQuota,
  hasIncidentClosedSince,
  type IncidentKind,
  listOpenIncidents,
  markIncidentMailed,
  openIncident,
  readIncident,
  readQuota,
  saveQuota,
} from './feed-account.ts';
export { type LeagueFeedRecord, readFeeds, saveFeed } from './league-feeds.ts';
export {
  lastKickoffsOfFinished,
  listOpenMatches,
  listRecentMatches,
  listUngraded,
  matchesSince,
  replicaSnapshot,
  shownAfterEndMs,
} from './list-matches.ts';
export { matchesChannel } from './lock-matches.ts';
export { type OrderOutcome, openMarket, readMarketOrders, suspendMarket } from './market-orders.ts';
export { type PastPrice, type PastScore, readHistory, readScores, type StoredHistory } from './match-history.ts';
export { type MatchRecord, matchFromRow, readMatches } from './match-record.ts';
export {
  type Doubt,
  kickoffWithScore,
  listOpenReviews,
  type MatchReview,
  movedToByScore,
  movedTooFar,
  possiblyAbandoned,
  resolveAnswered,
  resolveReview,
  saveDoubts,
  suspendForReview,
  suspendUnderReview,
} from './match-reviews.ts';
export { saveFixtures } from './save-fixtures.ts';
export { type SavedPrices, savePrices } from './save-prices.ts';
export { decideAlias, decidedAliases, listSuggestedAliases, suggestAliases } from './team-aliases.ts';
