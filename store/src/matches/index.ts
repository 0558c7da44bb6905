export { markGraded, reopenGrading, voidMatch, voidPostponedMatch } from './end-match.ts';
export { type LeagueFeedRecord, readFeeds, saveFeed } from './league-feeds.ts';
export {
  listEndedUngraded,
  listOpenMatches,
  matchesSince,
  type ReplicaSnapshot,
  replicaSnapshot,
  shownAfterEndMs,
} from './list-matches.ts';
export { matchesChannel } from './lock-matches.ts';
export { type MatchRecord, matchFromRow, readMatches } from './match-record.ts';
export type { QuotedMatch } from './quoted-match.ts';
export { type SavedPrices, savePrices } from './save-prices.ts';
export { type ReportedScore, type SavedScores, saveScores } from './save-scores.ts';
