import { type BetStatus, type GradedBet, gradeBet, type LegStatus, type System } from '../betting/index.ts';
import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Outcome } from '../markets/index.ts';
import { type Cents, type Decimal, minus, noMoney } from '../money/index.ts';
import { type MatchDecision, verdictOf } from './match-decision.ts';

export type GradableLeg = {
  readonly matchId: MatchId;
  readonly outcome: Outcome;
  readonly odds: Decimal;
  readonly status: LegStatus;
};
export type GradableBet = {
  /** What is not cashed out of it. */
  readonly stake: Cents;
  readonly status: BetStatus;
  /** The payout; `null` while it is pending. */
  readonly payout: Cents | null;
  /** When it was accepted: at placement, or after the acceptance delay. */
  readonly takenAt: Instant;
  readonly legs: readonly GradableLeg[];
  readonly system?: System | undefined;
};

/**
 * The effect of a decision about a match on a bet with a leg on it. `none`: nothing changes · `leg`: the leg's verdict changes, the
 * bet's result does not · `settle`: the bet is settled · `roll-back`: its settlement is reversed, and `graded` is its new state.
 */
export type DecisionEffect = {
  readonly change: 'none' | 'leg' | 'settle' | 'roll-back';
  readonly legs: readonly LegStatus[];
  readonly graded: GradedBet;
  /** The change of the payout. */
  readonly difference: Cents;
};

/** Grades a bet by a decision about one of its matches, for the first time or again. Idempotent. */
export function applyDecision(bet: GradableBet, matchId: MatchId, decision: MatchDecision): DecisionEffect {
  const after = bet.legs.map((leg) =>
    leg.matchId === matchId
      ? { ...leg, status: verdictOf({ outcome: leg.outcome, takenAt: bet.takenAt }, decision) }
      : leg,
  );
  const legs = after.map((leg) => leg.status);
  const isSame = legs.every((status, at) => status === bet.legs[at]?.status);
  // Nothing of it is open: results only show how it would have ended.
  if (bet.status === 'cashed-out') {
    const graded = { status: bet.status, payout: bet.payout ?? noMoney };
    return { change: isSame ? 'none' : 'leg', legs, graded, difference: noMoney };
  }
  const graded = gradeBet(bet.stake, after, bet.system);
  const paid = bet.payout ?? noMoney;
  const difference = minus(graded.payout, paid);
  if (bet.status === 'pending') {
    if (graded.status !== 'pending') return { change: 'settle', legs, graded, difference };
  } else if (graded.status !== bet.status || graded.payout !== paid) {
    return { change: 'roll-back', legs, graded, difference };
  }
  return { change: isSame ? 'none' : 'leg', legs, graded, difference: noMoney };
}

/** Returns the most that a bet can pay with these statuses of its legs, in the order of the bet. */
export function mostPaid({ stake, system, legs: taken }: GradableBet, legs: readonly LegStatus[]): Cents {
  const graded = taken.map(({ odds }, at) => ({ odds, status: wonIfOpen(legs[at]) }));
  return gradeBet(stake, graded, system).payout;
}

/** Returns how the most that a bet can pay changes when its legs' statuses become `legs`. */
export const promisedMore = (bet: GradableBet, legs: readonly LegStatus[]): Cents =>
  minus(
    mostPaid(bet, legs),
    mostPaid(
      bet,
      bet.legs.map(({ status }) => status),
    ),
  );

const wonIfOpen = (status: LegStatus | undefined): LegStatus =>
  status === undefined || status === 'pending' ? 'won' : status;
