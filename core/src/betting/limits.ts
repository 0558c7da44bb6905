import { type Cents, cents } from '../money/index.ts';

/** What the house takes. Stakes and payouts in cents. */
export type BettingLimits = {
  readonly minStake: Cents;
  readonly maxStake: Cents;
  readonly maxLegs: number;
  readonly maxPayout: Cents;
};

export const houseLimits: BettingLimits = {
  minStake: cents(10),
  maxStake: cents(500_000),
  maxLegs: 20,
  maxPayout: cents(10_000_000),
};
