import { type Cents, type Decimal, minus, noMoney, payoutAt, plus } from '../money/index.ts';
import type { LegStatus } from './bet.ts';
import { promiseOf, stakeForNet } from './book-limits.ts';
import { type System, stakeOnLiveLines } from './system.ts';

/**
 * Open bets on a match: all stakes on it, and what they pay at the worst score at which an outcome wins. `owed` counts a selection of
 * an accumulator as a single with the same stake, `promised` with everything the accumulator can still pay.
 */
export type Exposure = { readonly staked: Cents; readonly owed: Cents; readonly promised: Cents };
export const noExposure: Exposure = { staked: noMoney, owed: noMoney, promised: noMoney };

/** Returns what the bookmaker loses if an outcome wins: payouts less every stake on the match. Negative when the bookmaker profits. */
export const liabilityOf = ({ owed, staked }: Exposure): Cents => minus(owed, staked);

/**
 * Returns the largest possible loss if an outcome wins: as if each accumulator on the match won all its other selections too. Results can only
 * lower it.
 */
export const worstLossOf = ({ promised, staked }: Exposure): Cents => minus(promised, staked);

/** What an open bet adds to the book: the stake on system lines without a lost leg, and their payout if all its open legs win. */
export type OpenLines = { readonly staked: Cents; readonly promised: Cents };
type OpenLegs = readonly { readonly odds: Decimal; readonly status: LegStatus }[];

export const openLines = (stake: Cents, legs: OpenLegs, system: System | undefined): OpenLines => ({
  staked: system
    ? stakeOnLiveLines(
        stake,
        legs.map(({ status }) => status === 'lost'),
        system,
      )
    : stake,
  promised: promiseOf(stake, legs, system),
});

/** Returns what one leg of an open bet adds: the lines of a system that have it, as one accumulator. */
export function legExposure(
  { stake, legs, system }: { readonly stake: Cents; readonly legs: OpenLegs; readonly system?: System | undefined },
  at: number,
  { staked, promised }: OpenLines,
): Exposure {
  const odds = legs[at]?.odds;
  if (!odds) throw new RangeError(`a bet without leg ${at}`);
  if (!system) return exposureOf(stake, odds, promised);
  const others = openLines(
    stake,
    legs.map((leg, other) => (other === at ? { ...leg, status: 'lost' } : leg)),
    system,
  );
  const onLeg = minus(staked, others.staked);
  return exposureOf(onLeg, odds, minus(promised, others.promised));
}

/** Returns what one selection of a bet adds; `promised` is the possible payout of the whole accumulator. */
export const exposureOf = (stake: Cents, odds: Decimal, promised?: Cents): Exposure => {
  const owed = payoutAt(stake, odds);
  return { staked: stake, owed, promised: promised ?? owed };
};

export const withExposure = (one: Exposure, other: Exposure): Exposure => ({
  staked: plus(one.staked, other.staked),
  owed: plus(one.owed, other.owed),
  promised: plus(one.promised, other.promised),
});

/** Returns the largest stake at these odds that keeps the liability within `maximum`; 0 when it is reached. */
export const stakeWithin = (exposure: Exposure, odds: Decimal, maximum: Cents): Cents =>
  stakeForNet(minus(maximum, liabilityOf(exposure)), odds);
