import { type Cents, cents, Decimal, minus, noMoney, payoutAt, plus } from '../money/index.ts';

/** What is open on a market of one match: all its stakes, and what one of its outcomes would pay. */
export type Exposure = { readonly staked: Cents; readonly owed: Cents };
export const noExposure: Exposure = { staked: noMoney, owed: noMoney };

/**
 * What the house loses when the outcome comes: what it owes on it, less every stake that was taken on the market. Below nothing
 * when the house wins by it.
 */
export const liabilityOf = ({ owed, staked }: Exposure): Cents => minus(owed, staked);

/**
 * What one selection of a bet adds. In an accumulator each selection counts as if the whole stake were on it alone: at the
 * moment of the bet, its other selections are expected to pay exactly what they cost, so that is what the house stands to lose
 * on this match; what all of them together may pay is the business of the largest payout.
 */
export const exposureOf = (stake: Cents, odds: Decimal): Exposure => ({ staked: stake, owed: payoutAt(stake, odds) });

export const withExposure = (one: Exposure, other: Exposure): Exposure => ({
  staked: plus(one.staked, other.staked),
  owed: plus(one.owed, other.owed),
});

/** The largest stake at these odds that keeps the liability within its limit; nothing when it is reached. */
export function stakeWithin(exposure: Exposure, odds: Decimal, maximum: Cents): Cents {
  const room = minus(maximum, liabilityOf(exposure));
  if (room <= 0) return noMoney;
  return cents(Decimal.min(new Decimal(room).div(odds.minus(1)).floor(), Number.MAX_SAFE_INTEGER).toNumber());
}
