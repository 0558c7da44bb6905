export { hasBetOn, readBook } from './book.ts';
export { dryRun } from './dry-run.ts';
export { recordScoreSoFar } from './early.ts';
export { reopenGrading, reopenWindows, voidMatch, voidMovedMatch } from './end-match.ts';
export { type HalfTimeReport, halfTimeIn, missingHalfTimes, recordedHalfTimes, recordHalfTimes } from './half-time.ts';
export type { AskedDecision } from './late-bets.ts';
export {
  listOperated,
  type MarketTurnover,
  type OperatedMatch,
  type OutcomeExposure,
  readOperated,
  readTurnover,
} from './list-markets.ts';
export { lastReports, listReports, type MatchReport, recordReports, type StoredReport } from './match-reports.ts';
export { peopleAmong, usersOnline } from './people.ts';
export {
  type Admin,
  confirmProposal,
  type Decided,
  decideOrPropose,
  listProposals,
  type Proposal,
  type ProposedRun,
  readLastProposal,
  rejectProposal,
} from './proposals.ts';
export { decisionOn, listRulings, type Ruling, rulingOf, wholeDecision } from './rulings.ts';
export { type ReportedScore, type SavedScores, saveScores } from './save-scores.ts';
export { type SettledChunk, settleMatch } from './settle-match.ts';
export { decidedAlone } from './solo-decisions.ts';
