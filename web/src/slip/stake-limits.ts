import type { ConfigView } from '@touchline/core/contract';
import { type Cents, centsFromDollars, formatDollars, noMoney } from '@touchline/core/money';
import type { Market } from './market.ts';

export type BettingLimits = ConfigView['limits'];
/** The smallest and largest stake of this slip, and its largest payout. */
export type StakeLimits = { readonly least: Cents; readonly most: Cents; readonly mostPayout: Cents };

/** Computes the limits of this slip: lower if one of its matches is in play. */
export function stakeLimits(general: BettingLimits, market: Pick<Market, 'rows' | 'now'>): StakeLimits {
  const inPlay = [...market.rows.values()].some((row) => Date.parse(row.match.commenceTime) <= market.now);
  const share = inPlay ? (general.inPlayDivisor ?? 1) : 1;
  const partOf = (dollars: number) => centsFromDollars(Math.floor((dollars * 100) / share) / 100) ?? noMoney;
  return {
    least: partOf(general.minStake * share),
    most: partOf(general.maxStake),
    mostPayout: partOf(general.maxPayout),
  };
}

export const limitsText = ({ least, most, mostPayout }: StakeLimits): string =>
  `From ${formatDollars(least)} to ${formatDollars(most)}; a bet pays at most ${formatDollars(mostPayout)}.`;

/** Why a stake is outside the limits; an empty stake is not an error yet. */
export function limitProblem(stake: Cents, { least, most }: StakeLimits): string | undefined {
  if (stake > most) return `The largest stake is ${formatDollars(most)}`;
  return stake > 0 && stake < least ? `The smallest stake is ${formatDollars(least)}` : undefined;
}
