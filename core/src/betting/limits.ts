import type { Instant } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';

/** The limits of bets. Amounts in cents. */
export type BettingLimits = {
  readonly minStake: Cents;
  readonly maxStake: Cents;
  readonly maxLegs: number;
  readonly maxTotalOdds: number;
  readonly maxPayout: Cents;
  /** The largest loss at one score of a match, see `liabilityOf`. */
  readonly maxLiability: Cents;
  /** Divides the largest stake, payout and liability of a bet with a match in play. */
  readonly inPlayDivisor: number;
  /** The largest loss at one score of a match if accumulators win everything else, see `worstLossOf`. */
  readonly maxMatchLoss: Cents;
  /** The largest loss on bets with the same two or more selections, of all customers together. */
  readonly maxCombinationLoss: Cents;
  /** The largest total stake of one customer in 24 hours. */
  readonly maxDayStake: Cents;
  /** The largest total of possible payouts of one customer's bets in 24 hours. */
  readonly maxDayPayout: Cents;
  /** The most that all open bets together may pay above their stakes. */
  readonly bankroll: Cents;
};

export const defaultLimits: BettingLimits = {
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

/** The limits of a bet with a match in play, where prices move fast and some bettors know more than the bookmaker. */
export const inPlayLimits = (limits: BettingLimits): BettingLimits => ({
  ...limits,
  maxStake: shareOf(limits.maxStake, limits),
  maxPayout: shareOf(limits.maxPayout, limits),
  maxLiability: shareOf(limits.maxLiability, limits),
});

/** Returns the largest loss at one score of a match at `now`. */
export const maxLiabilityOn = (
  match: { readonly kickoffAt: Instant } | undefined,
  limits: BettingLimits,
  now: Instant,
): Cents => (match && match.kickoffAt <= now ? inPlayLimits(limits) : limits).maxLiability;

const shareOf = (most: Cents, { inPlayDivisor }: BettingLimits): Cents => cents(Math.floor(most / inPlayDivisor));
