export { gradeLegsOf, type PendingBet } from './grade-legs-of.ts';
export { betHistory, type HistoryPage, readBet, readBets } from './read-bets.ts';
export { viewBet } from './view-bet.ts';
