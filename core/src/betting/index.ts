export { acceptBet, type BetRequest, type BettingFacts, type Pick } from './accept-bet.ts';
export type { AcceptedBet, AcceptedLeg, Bet, BetLeg, BetStatus, LegStatus, OddsPolicy, Verdict } from './bet.ts';
export { type GradedBet, gradeBet, gradeLeg, legFactor, type MatchResult } from './grade-bet.ts';
export { type BettingLimits, houseLimits } from './limits.ts';
export type { BetRefusal, LegRefusal } from './refusals.ts';
export { isOnSlip, potentialWinnings, type Slip, type SlipEntry, slipOdds, withEntry, withoutMatch } from './slip.ts';
