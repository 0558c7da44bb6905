export { type DueBet, listDueBets } from './judged-bets.ts';
export { betHistory, type HistoryPage, type LegTimes, readBet, readBets, readLegTimes } from './read-bets.ts';
