import type { Verdict } from '../markets/index.ts';
import { type Cents, Decimal, noMoney, payout } from '../money/index.ts';
import type { BetStatus, LegStatus } from './bet.ts';

/** The part of a stake that is refunded, and whether the rest has won. */
const shares: Readonly<Record<Verdict, { readonly isWon: boolean; readonly voidFactor: string }>> = {
  won: { isWon: true, voidFactor: '0' },
  lost: { isWon: false, voidFactor: '0' },
  void: { isWon: false, voidFactor: '1' },
  'half-won': { isWon: true, voidFactor: '0.5' },
  'half-lost': { isWon: false, voidFactor: '0.5' },
};

/**
 * Returns the factor by which a decided leg multiplies the stake: the void part counts 1, the rest counts the odds if it won, else 0.
 * Exact: a bet is rounded once, when it is paid.
 */
export function legFactor(verdict: Verdict, odds: Decimal): Decimal {
  const { isWon, voidFactor } = shares[verdict];
  const rest = new Decimal(1).minus(voidFactor);
  return isWon ? rest.times(odds).plus(voidFactor) : new Decimal(voidFactor);
}

export type GradedBet = { readonly status: BetStatus; readonly payout: Cents };
type GradedLeg = { readonly odds: Decimal; readonly status: LegStatus };

/**
 * Grades a bet. One lost leg loses it at once, even if others are still open. If all legs are void the stake is refunded. Otherwise
 * it waits for every leg and pays the stake times the product of their factors, rounded down to the cent; a payout below one cent
 * means that it is lost.
 */
export function gradeBet(stake: Cents, legs: readonly GradedLeg[]): GradedBet {
  if (legs.some((leg) => leg.status === 'lost')) return { status: 'lost', payout: noMoney };
  const factors: Decimal[] = [];
  for (const leg of legs) {
    if (leg.status === 'pending') return { status: 'pending', payout: noMoney };
    factors.push(legFactor(leg.status, leg.odds));
  }
  if (legs.every((leg) => leg.status === 'void')) return { status: 'void', payout: stake };
  const paid = payout(stake, factors);
  return { status: paid > 0 ? 'won' : 'lost', payout: paid };
}
