import type { LegStatus } from '../betting/index.ts';
import { periodOf, type Score } from '../markets/index.ts';
import { isHalfTimePossible, type MatchDecision, type TakenLeg, verdictOf } from './match-decision.ts';

/** What is known about the score of a match now. */
export type KnownResult = {
  readonly decision: MatchDecision;
  /** The provider's score while the match goes on, which may be newer than that of the decision. */
  readonly liveScore: Score | null;
  /** Which scores an admin has yet to review. */
  readonly inDoubt: readonly ('result' | 'half-time')[];
};

/**
 * Whether everything known about a match supports the status of a leg, settled or open. If not, the bet may be settled differently: a
 * decision has yet to be applied, a goal that counted was taken back, or a score waits for an admin's review.
 */
export function isStatusCertain(
  leg: TakenLeg & { readonly status: LegStatus },
  { decision, liveScore, inDoubt }: KnownResult,
): boolean {
  if (inDoubt.includes('result') || (periodOf(leg.outcome) !== 'match' && inDoubt.includes('half-time'))) return false;
  if (verdictOf(leg, decision) !== leg.status) return false;
  return leg.status === 'pending' || verdictOf(leg, atLiveScore(decision, liveScore)) === leg.status;
}

/** Returns a decision as if the live score counted as confirmed; at half-time no team had more goals than it has now. */
function atLiveScore({ result, voidBets }: MatchDecision, score: Score | null): MatchDecision {
  if (result.kind !== 'open' || !score) return { result, voidBets };
  const { halfTime } = result;
  const half = halfTime && isHalfTimePossible(score, halfTime) && { halfTime };
  return { result: { kind: 'open', score, ...half }, voidBets };
}
