import type { Instant } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';

/** What the house takes. Stakes, payouts and liabilities in cents. */
export type BettingLimits = {
  readonly minStake: Cents;
  readonly maxStake: Cents;
  readonly maxLegs: number;
  readonly maxTotalOdds: number;
  readonly maxPayout: Cents;
  /** The most the house may lose on one outcome of one match, see `liabilityOf`. */
  readonly maxLiability: Cents;
  /** With a match in play the largest stake, payout and liability are divided by it. */
  readonly inPlayDivisor: number;
};

export const houseLimits: BettingLimits = {
  minStake: cents(10),
  maxStake: cents(500_000),
  maxLegs: 20,
  maxTotalOdds: 10_000,
  maxPayout: cents(10_000_000),
  maxLiability: cents(50_000_000),
  inPlayDivisor: 4,
};

/** The limits of a bet with a match in play: prices move fast there, and some know more than the house. */
export const inPlayLimits = (limits: BettingLimits): BettingLimits => ({
  ...limits,
  maxStake: shareOf(limits.maxStake, limits),
  maxPayout: shareOf(limits.maxPayout, limits),
  maxLiability: shareOf(limits.maxLiability, limits),
});

/** The most the house may lose on one outcome of a match, as it stands at `now`. */
export const maxLiabilityOn = (
  match: { readonly kickoffAt: Instant } | undefined,
  limits: BettingLimits,
  now: Instant,
): Cents => (match && match.kickoffAt <= now ? inPlayLimits(limits) : limits).maxLiability;

const shareOf = (most: Cents, { inPlayDivisor }: BettingLimits): Cents => cents(Math.floor(most / inPlayDivisor));
