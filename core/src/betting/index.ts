export { acceptBet, type BetRequest, type BettingFacts, type Pick } from './accept-bet.ts';
export type {
  Acceptance,
  AcceptedBet,
  AcceptedLeg,
  Bet,
  BetLeg,
  BetStatus,
  CashedOut,
  LegStatus,
  OddsPolicy,
  RejectionCode,
} from './bet.ts';
export { betName, betText } from './bet-name.ts';
export {
  type BookLimitReached,
  isCombination,
  type OpenBook,
  oddsOfStake,
  promiseOf,
  type Selection,
} from './book-limits.ts';
export {
  acceptCashOut,
  type CashOutFacts,
  type CashOutOffer,
  type CashOutQuote,
  type CashOutRefusal,
  type CashOutRequest,
  cashOutValue,
  offerCashOut,
  openMatchesOf,
  openStake,
  withCashOut,
} from './cash-out.ts';
export { type CashOutLimit, type CashOutLimits, hasDayLimit, type PaidCashOuts } from './cash-out-limits.ts';
export { priceOfLabel } from './current-price.ts';
export { type GradedBet, gradeBet, legFactor } from './grade-bet.ts';
export { type AcceptanceDelays, acceptanceDueAt, type Judgement, judgeBet, noDelays, patienceMs } from './judge-bet.ts';
export { type Exposure, legExposure, liabilityOf, noExposure, openLines, worstLossOf } from './liability.ts';
export { type BettingLimits, defaultLimits, maxLiabilityOn } from './limits.ts';
export type { BetRefusal, BettingClosed, LegRefusal } from './refusals.ts';
export {
  addSelections,
  countedScores,
  noScoreExposure,
  owedAtScores,
  promisedAtScores,
  type ScoreExposure,
  worstExposure,
} from './score-exposure.ts';
export {
  maxPricedSelections,
  maxTickets,
  type Slip,
  type SlipEntry,
  tooManyTickets,
  usualStakes,
  withEntry,
  withoutMatch,
} from './slip.ts';
export {
  isSystemOf,
  lineCount,
  linesOf,
  linesPayout,
  lineTotal,
  maxLines,
  maxSystemLegs,
  type System,
  systemName,
  systemText,
} from './system.ts';
