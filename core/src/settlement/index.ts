export { type DryRun, movedBy, needsSecondAdmin } from './four-eyes.ts';
export {
  endedAfter,
  lateBets,
  type MatchDecision,
  type PlacedLeg,
  type VoidWindow,
  verdictOf,
} from './match-decision.ts';
export { type GradableBet, type GradableLeg, type Regraded, regrade } from './regrade.ts';
