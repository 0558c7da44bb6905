import type { Verdict } from '../markets/index.ts';
import { type Cents, Decimal, noMoney } from '../money/index.ts';
import type { BetStatus, LegStatus } from './bet.ts';
import { hasLiveLine, linesPayout, type System } from './system.ts';

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
 * Grades a bet. It is lost at once when every system line has a lost leg, even if others are still open; without a system one lost leg loses
 * it. If all legs are void the stake is refunded. Otherwise it waits for every leg and pays the stake of a line times the product of
 * its legs' factors, for all lines together, rounded down to the cent; a payout below one cent means that it is lost.
 */
export function gradeBet(stake: Cents, legs: readonly GradedLeg[], system?: System): GradedBet {
  const isLost = legs.map((leg) => leg.status === 'lost');
  if (isLost.includes(true) && (!system || !hasLiveLine(isLost, system))) return { status: 'lost', payout: noMoney };
  const factors: Decimal[] = [];
  for (const leg of legs) {
    if (leg.status === 'pending') return { status: 'pending', payout: noMoney };
    factors.push(legFactor(leg.status, leg.odds));
  }
  if (legs.every((leg) => leg.status === 'void')) return { status: 'void', payout: stake };
  const paid = linesPayout(stake, factors, system);
  return { status: paid > 0 ? 'won' : 'lost', payout: paid };
}
