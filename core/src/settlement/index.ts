export { applyDecision, type DecisionEffect, type GradableBet, promisedMore } from './apply-decision.ts';
export { aloneWithinMs, type DryRun, decidedMoney, needsSecondAdmin, type WeighedRun } from './four-eyes.ts';
export { isStatusCertain, type KnownResult } from './known-result.ts';
export {
  type AnnouncedKickoff,
  endedAfter,
  isHalfTimePossible,
  isLateWindow,
  isSameWindow,
  lateBets,
  type MatchDecision,
  onlyAdds,
  type VoidWindow,
  verdictOf,
  windowAround,
  withHalfTime,
} from './match-decision.ts';
