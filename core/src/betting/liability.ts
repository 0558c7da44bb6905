import { type Cents, type Decimal, minus, noMoney, payoutAt, plus } from '../money/index.ts';
import { stakeForNet } from './book-limits.ts';

/**
 * What is open on a market of one match: all its stakes, and what one of its outcomes would pay. `owed` counts a selection of an
 * accumulator as if the stake were on it alone, `promised` with all that the accumulator can still pay.
 */
export type Exposure = { readonly staked: Cents; readonly owed: Cents; readonly promised: Cents };
export const noExposure: Exposure = { staked: noMoney, owed: noMoney, promised: noMoney };

/**
 * What the house loses when the outcome comes: what it owes on it, less every stake that was taken on the market. Below nothing
 * when the house wins by it.
 */
export const liabilityOf = ({ owed, staked }: Exposure): Cents => minus(owed, staked);

/**
 * What is lost at most when the outcome comes: as if each accumulator with it wins all its other selections too. It falls when one of
 * them loses, and no result makes it grow.
 */
export const worstLossOf = ({ promised, staked }: Exposure): Cents => minus(promised, staked);

/** What one selection of a bet adds, in an accumulator with `promised` for all of it. */
export const exposureOf = (stake: Cents, odds: Decimal, promised?: Cents): Exposure => {
  const owed = payoutAt(stake, odds);
  return { staked: stake, owed, promised: promised ?? owed };
};

export const withExposure = (one: Exposure, other: Exposure): Exposure => ({
  staked: plus(one.staked, other.staked),
  owed: plus(one.owed, other.owed),
  promised: plus(one.promised, other.promised),
});

/** The largest stake at these odds that keeps the liability within its limit; nothing when it is reached. */
export const stakeWithin = (exposure: Exposure, odds: Decimal, maximum: Cents): Cents =>
  stakeForNet(minus(maximum, liabilityOf(exposure)), odds);
