export { aloneWithinMs, type DryRun, decidedMoney, needsSecondAdmin, type WeighedRun } from './four-eyes.ts';
export {
  endedAfter,
  isSameWindow,
  lateBets,
  type MatchDecision,
  type TakenLeg,
  type VoidWindow,
  verdictOf,
  windowAround,
} from './match-decision.ts';
export { type GradableBet, type GradableLeg, promisedMore, type Regraded, regrade } from './regrade.ts';
