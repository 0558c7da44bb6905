import { type Cents, cents } from './cents.ts';
import { Decimal, totalOdds } from './odds.ts';

/**
 * Fractions of a cent stay with the house: a payout is never more than the odds promise.
 * The stake times the exact product of all factors, rounded once, down to the cent.
 */
export function payout(stake: Cents, factors: readonly Decimal[]): Cents {
  const exact = totalOdds(factors).times(stake).floor();
  // Beyond the safe whole numbers every limit refuses it; capping keeps the browser's sum from failing on the way there.
  return cents(Decimal.min(exact, Number.MAX_SAFE_INTEGER).toNumber());
}
