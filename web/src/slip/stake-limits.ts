import type { ConfigView } from '@touchline/core/contract';
import { type Cents, centsFromDollars, formatDollars, noMoney } from '@touchline/core/money';
import type { Market } from './market.ts';

export type HouseLimits = ConfigView['limits'];
/** What can be staked on this very slip, and the most that it may pay. */
export type StakeLimits = { readonly least: Cents; readonly most: Cents; readonly mostPayout: Cents };

/** With a match in play the house takes a part of what it takes otherwise. */
export function stakeLimits(house: HouseLimits, market: Pick<Market, 'rows' | 'now'>): StakeLimits {
  const inPlay = [...market.rows.values()].some((row) => Date.parse(row.match.commenceTime) <= market.now);
  const share = inPlay ? (house.inPlayDivisor ?? 1) : 1;
  const partOf = (dollars: number) => centsFromDollars(Math.floor((dollars * 100) / share) / 100) ?? noMoney;
  return { least: partOf(house.minStake * share), most: partOf(house.maxStake), mostPayout: partOf(house.maxPayout) };
}

export const limitsText = ({ least, most, mostPayout }: StakeLimits): string =>
  `From ${formatDollars(least)} to ${formatDollars(most)}; a bet pays at most ${formatDollars(mostPayout)}.`;

/** What is wrong with a stake by the limits of the house; nothing typed yet is no mistake. */
export function limitProblem(stake: Cents, { least, most }: StakeLimits): string | undefined {
  if (stake > most) return `The largest stake is ${formatDollars(most)}`;
  return stake > 0 && stake < least ? `The smallest stake is ${formatDollars(least)}` : undefined;
}
