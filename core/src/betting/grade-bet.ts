import type { Verdict } from '../markets/index.ts';
import { type Cents, Decimal, noMoney, payout } from '../money/index.ts';
import type { BetStatus, LegStatus } from './bet.ts';

/** Which part of a stake comes back as it was, and whether the rest has won. */
const shares: Readonly<Record<Verdict, { readonly isWon: boolean; readonly voidFactor: string }>> = {
  won: { isWon: true, voidFactor: '0' },
  lost: { isWon: false, voidFactor: '0' },
  void: { isWon: false, voidFactor: '1' },
  'half-won': { isWon: true, voidFactor: '0.5' },
  'half-lost': { isWon: false, voidFactor: '0.5' },
};

/**
 * The factor by which a decided leg multiplies the stake: the void part counts 1, the rest the odds when it has won and else 0.
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
 * What a bet comes to. One lost leg loses it at once, whatever is still open; all void returns the stake;
 * else it waits for every leg and pays the stake times the product of the factors, rounded down to the cent. A bet of which
 * less than a cent is left is lost.
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
