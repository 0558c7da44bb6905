import { type BetStatus, type GradedBet, gradeBet, type LegStatus } from '../betting/index.ts';
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
  readonly stake: Cents;
  readonly status: BetStatus;
  /** What was paid; `null` while it is pending. */
  readonly payout: Cents | null;
  /** When it began to count: when it was placed, or when a bet that was held was accepted at the price of then. */
  readonly takenAt: Instant;
  readonly legs: readonly GradableLeg[];
};

/**
 * What a decision about a match does to a bet with a leg on it. `none`: all is as decided already · `leg`: the leg has another
 * verdict, the bet is what it was · `settle`: it ends the bet · `roll-back`: it was settled wrongly, and is then what `graded`
 * says: settled again, or pending once more.
 */
export type Regraded = {
  readonly change: 'none' | 'leg' | 'settle' | 'roll-back';
  readonly legs: readonly LegStatus[];
  readonly graded: GradedBet;
  /** What the bettor gets more by it, or less. */
  readonly difference: Cents;
};

/** Grades a bet by what was decided about one of its matches. Doing it twice changes nothing the second time. */
export function regrade(bet: GradableBet, matchId: MatchId, decision: MatchDecision): Regraded {
  const after = bet.legs.map((leg) =>
    leg.matchId === matchId
      ? { ...leg, status: verdictOf({ outcome: leg.outcome, takenAt: bet.takenAt }, decision) }
      : leg,
  );
  const legs = after.map((leg) => leg.status);
  const graded = gradeBet(bet.stake, after);
  const paid = bet.payout ?? noMoney;
  const difference = minus(graded.payout, paid);
  if (bet.status === 'pending') {
    if (graded.status !== 'pending') return { change: 'settle', legs, graded, difference };
  } else if (graded.status !== bet.status || graded.payout !== paid) {
    return { change: 'roll-back', legs, graded, difference };
  }
  const isSame = legs.every((status, at) => status === bet.legs[at]?.status);
  return { change: isSame ? 'none' : 'leg', legs, graded, difference: noMoney };
}

/** Returns the most that a bet can pay when its legs stand as in `legs`, in the order of the bet: all that are open won. */
export function mostPaid({ stake, legs: taken }: GradableBet, legs: readonly LegStatus[]): Cents {
  const graded = taken.map(({ odds }, at) => ({ odds, status: wonIfOpen(legs[at]) }));
  return gradeBet(stake, graded).payout;
}

/** What a bet can pay more at most when its legs stand as in `legs` and not as they do; below nothing: less. */
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
