export { cashOutLimitsInForce, setCashOutLimit } from './cash-out-limits.ts';
export {
  type CashOutRule,
  listCashOutRules,
  readCashOutFacts,
  readCashOutRule,
  rulesToCheck,
  setCashOutRule,
} from './cash-out-rules.ts';
export { type DueBet, listDueBets } from './judged-bets.ts';
export { listSharedBets } from './list-shared-bets.ts';
export { betHistory, betsOnMatch, type LegTimes, readBet, readBets, readLegTimes } from './read-bets.ts';
