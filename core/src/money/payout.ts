import { type Cents, cents } from './cents.ts';
import { type Decimal, totalOdds } from './odds.ts';

/**
 * Fractions of a cent stay with the house: a payout is never more than the odds promise.
 * The stake times the exact product of all factors, rounded once, down to the cent.
 */
export function payout(stake: Cents, factors: readonly Decimal[]): Cents {
  return cents(totalOdds(factors).times(stake).floor().toNumber());
}
