import { type Cents, cents } from './cents.ts';
import { type Decimal, totalOdds } from './odds.ts';

/**
 * Fractions of a cent stay with the house: a payout is never more than the odds promise.
 * The stake times the exact product of all factors, rounded once, down to the cent.
 */
export function payout(stake: Cents, factors: readonly Decimal[]): Cents {
  const exact = totalOdds(factors).times(stake).floor();
  // Beyond the safe whole numbers every limit refuses it; capping keeps the browser's sum from failing on the way there.
  return cents(Math.min(exact.toNumber(), Number.MAX_SAFE_INTEGER));
}

/**
 * What `payout` is for one factor, in whole numbers where they hold it exactly: every leg of every bet is asked twice what it may
 * cost the house, and Decimals were a tenth of what a bet costs its writer.
 */
export function payoutAt(stake: Cents, factor: Decimal): Cents {
  const scale = scales[factor.decimalPlaces()];
  if (scale === undefined || stake < 0) return payout(stake, [factor]);
  const units = Math.round(factor.toNumber() * scale);
  const product = stake * units;
  if (units > mostUnits || !Number.isSafeInteger(product)) return payout(stake, [factor]);
  return cents((product - (product % scale)) / scale);
}
const scales = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];
/** Up to here a factor times its scale is off by less than half a unit, and rounding gives the whole number that it stands for. */
const mostUnits = 2 ** 50;
