import { type Cents, cents } from './cents.ts';
import { type Decimal, totalOdds } from './odds.ts';

/**
 * Returns the stake times the exact product of all factors, rounded once, down to the cent: a payout is never more than the odds
 * promise.
 */
export function payout(stake: Cents, factors: readonly Decimal[]): Cents {
  const exact = totalOdds(factors).times(stake).floor();
  // Every limit refuses amounts beyond the safe integers; the cap keeps the slip from failing before it gets there.
  return cents(Math.min(exact.toNumber(), Number.MAX_SAFE_INTEGER));
}

/**
 * Returns `payout` for one factor, with integer arithmetic where that is exact. It runs twice for every leg of every bet; with Decimals
 * it took a tenth of the writer's time.
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
/** Up to here a factor times its scale is off by less than half a unit, so rounding gives the exact integer. */
const mostUnits = 2 ** 50;
