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
  /** The most that may be lost on one outcome of one match if accumulators win all else, see `worstLossOf`. */
  readonly maxMatchLoss: Cents;
  /** The most that may be lost on bets with the same two or more selections, of all customers together. */
  readonly maxCombinationLoss: Cents;
  /** The most that one customer may stake in 24 hours. */
  readonly maxDayStake: Cents;
  /** The most that the bets of one customer in 24 hours may pay. */
  readonly maxDayPayout: Cents;
  /** What all open bets together may pay above their stakes. */
  readonly bankroll: Cents;
};

export const houseLimits: BettingLimits = {
  minStake: cents(10),
  maxStake: cents(500_000),
  maxLegs: 20,
  maxTotalOdds: 10_000,
  maxPayout: cents(10_000_000),
  maxLiability: cents(50_000_000),
  inPlayDivisor: 4,
  maxMatchLoss: cents(500_000_000),
  maxCombinationLoss: cents(25_000_000),
  maxDayStake: cents(5_000_000),
  maxDayPayout: cents(100_000_000),
  bankroll: cents(2_500_000_000),
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
