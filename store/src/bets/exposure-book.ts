import { hash as digest } from 'node:crypto';
import {
  type Exposure,
  exposureOf,
  isCombination,
  type LegStatus,
  liabilityOf,
  noExposure,
  type Selection,
  worstLossOf,
} from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { lineOf, marketKeys, type Outcome, picksOf } from '@touchline/core/markets';
import { type Cents, cents, type Decimal } from '@touchline/core/money';

/**
 * A market on a line; `point` is '0.00' in a market without lines. A selection that has no column of its own counts as a market by
 * itself, such as `correct_score-2-1`: what is staked on the other scores does not lower its liability.
 */
type MarketLine = { readonly matchId: MatchId; readonly market: string; readonly point: string };
/** What the table has columns for: each selection of the quoted markets, and one for a selection by itself. */
export const countedPicks = [...new Set(marketKeys.flatMap(picksOf)), 'selection'] as const;
type CountedPick = (typeof countedPicks)[number];
type PerPick<Value> = Readonly<Record<CountedPick, Value>>;
/** Open bets on a market: its stakes, and what each outcome would pay; see `Exposure`. */
export type MarketExposure = MarketLine & {
  readonly open: { readonly staked: Cents; readonly owed: PerPick<Cents>; readonly promised: PerPick<Cents> };
};

/** All open bets on the same two or more selections: how many, and what they would pay above their stakes. */
export type OpenCombination = { readonly key: string; readonly bets: number; readonly net: Cents };

/** The exposure of some markets and combinations, and of the whole book. */
export type BookExposure = {
  readonly markets: readonly MarketExposure[];
  readonly combinations: readonly OpenCombination[];
  readonly net: Cents;
};
export const emptyBook: BookExposure = { markets: [], combinations: [], net: cents(0) };

/**
 * An open bet. `promised`: its payout if its open legs win. Decided legs are no longer at risk. `combination`: the key of its
 * selections; singles have none.
 */
export type OpenBet = {
  readonly stake: Cents;
  readonly promised: Cents;
  readonly combination: string | undefined;
  readonly legs: readonly (Selection & { readonly odds: Decimal; readonly status: LegStatus })[];
};

/** The limits under which a bet was accepted. */
export type LimitsAtPlacement = {
  readonly liability: (matchId: MatchId) => Cents;
  readonly matchLoss: Cents;
  readonly combinationLoss: Cents;
  readonly bankroll: Cents;
};

/** The lowest limits under which a group accepted bets. */
export type LowestLimits = {
  readonly liability: number;
  readonly matchLoss: number;
  readonly combinationLoss: number;
};
export const noLimits: LowestLimits = {
  liability: Number.MAX_SAFE_INTEGER,
  matchLoss: Number.MAX_SAFE_INTEGER,
  combinationLoss: Number.MAX_SAFE_INTEGER,
};

/** The exposures of some matches, updated with what a group of commands decides. */
export type ExposureBook = {
  readonly of: (matchId: MatchId, outcome: Outcome) => Exposure;
  readonly net: () => Cents;
  /** For a combination that was not read: only the changes of this group. */
  readonly netOn: (combination: string | undefined) => Cents;
  /** Adds an accepted bet; without `limits` it is not checked against any. */
  readonly add: (bet: OpenBet, limits?: LimitsAtPlacement) => void;
  readonly remove: (bet: OpenBet) => void;
  /** Returns what to add to each exposure, in the order in which all writers lock them. */
  readonly changes: () => BookExposure;
  /** Exposures up to these cannot exceed any limit. */
  readonly lowestLimits: () => LowestLimits;
  /** Whether every bet of the group is within its limits, given the exposures above the lowest ones, with other writers' bets. */
  readonly isWithin: (exposures: BookExposure) => boolean;
};

export function exposureBook(known: BookExposure): ExposureBook {
  // By match first: building a name of match, market and line for each of thousands of legs would cost more than the sums.
  const byMatch = new Map<MatchId, Market[]>();
  const enter = (key: MarketLine, open: Count): Market => {
    const market = { key, name: nameOf(key), open, change: undefined, maxima: undefined };
    const others = byMatch.get(key.matchId);
    if (others) others.push(market);
    else byMatch.set(key.matchId, [market]);
    return market;
  };
  for (const { open, ...key } of known.markets) enter(key, countOf(open));
  const combinations = new Map<string, Combination>();
  for (const { key, net } of known.combinations)
    combinations.set(key, { net, change: 0, betsChange: 0, maximum: undefined });
  const lowest = { ...noLimits };
  const whole: Net = { net: known.net, change: 0, maximum: undefined };

  const find = (matchId: MatchId, outcome: Outcome): Market | undefined =>
    byMatch.get(matchId)?.find(({ key }) => key.market === marketNameOf(outcome) && key.point === pointOf(outcome));
  const marketOf = (matchId: MatchId, outcome: Outcome): Market =>
    find(matchId, outcome) ?? enter(keyOf(matchId, outcome), nothing());
  const combinationAt = (key: string): Combination => {
    const known = combinations.get(key);
    if (known) return known;
    const added = { net: 0, change: 0, betsChange: 0, maximum: undefined };
    combinations.set(key, added);
    return added;
  };
  const move = (bet: OpenBet, sign: 1 | -1, limits: LimitsAtPlacement | undefined) => {
    for (const { matchId, outcome, odds, status } of bet.legs) {
      if (status !== 'pending') continue;
      const market = marketOf(matchId, outcome);
      moveMarket(market, countedPickOf(outcome), sign, exposureOf(bet.stake, odds, bet.promised));
      if (!limits) continue;
      const liability = limits.liability(matchId);
      market.maxima ??= new Map();
      market.maxima.set(countedPickOf(outcome), { liability, matchLoss: limits.matchLoss });
      lowest.liability = Math.min(lowest.liability, liability);
    }
    if (limits) {
      lowest.matchLoss = Math.min(lowest.matchLoss, limits.matchLoss);
      lowest.combinationLoss = Math.min(lowest.combinationLoss, limits.combinationLoss);
    }
    const net = sign * (bet.promised - bet.stake);
    moveNet(whole, net, limits?.bankroll);
    if (bet.combination === undefined) return;
    const combination = combinationAt(bet.combination);
    moveNet(combination, net, limits?.combinationLoss);
    combination.betsChange += sign;
  };
  const markets = () => [...byMatch.values()].flat();

  return {
    of: (matchId, outcome) => exposureIn(find(matchId, outcome)?.open, countedPickOf(outcome)),
    net: () => cents(whole.net),
    netOn: (combination) => cents((combination && combinations.get(combination)?.net) || 0),
    add: (bet, limits) => move(bet, 1, limits),
    remove: (bet) => move(bet, -1, undefined),
    changes: () => ({
      markets: marketChanges(markets()),
      combinations: combinationChanges(combinations),
      net: cents(whole.change),
    }),
    lowestLimits: () => lowest,
    isWithin: (exposures) => {
      const now = new Map(exposures.markets.map((market) => [nameOf(market), countOf(market.open)]));
      const netNow = new Map(exposures.combinations.map(({ key, net }) => [key, net]));
      return (
        markets().every((market) => isMarketWithin(market, now)) &&
        [...combinations].every(([key, combination]) => isNetWithin(combination, netNow.get(key) ?? 0)) &&
        isNetWithin(whole, exposures.net)
      );
    },
  };
}

function moveMarket(market: Market, pick: CountedPick, sign: 1 | -1, { staked, owed, promised }: Exposure): void {
  market.change ??= nothing();
  for (const count of [market.open, market.change]) {
    count.staked += sign * staked;
    count.owed[pick] += sign * owed;
    count.promised[pick] += sign * promised;
  }
}

function moveNet(total: Net, change: number, maximum: Cents | undefined): void {
  total.net += change;
  total.change += change;
  if (maximum !== undefined) total.maximum = maximum;
}

const marketChanges = (markets: readonly Market[]): readonly MarketExposure[] =>
  markets
    .filter(({ change }) => change && !isNothing(change))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ key, change }) => ({ ...key, open: openOf(change ?? nothing()) }));

const combinationChanges = (combinations: ReadonlyMap<string, Combination>): readonly OpenCombination[] =>
  [...combinations]
    .flatMap(([key, { change, betsChange }]) =>
      change || betsChange ? [{ key, bets: betsChange, net: cents(change) }] : [],
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Compares with this group's own view too, because other writers' bets may have lowered an exposure. */
function isMarketWithin({ name, open, maxima }: Market, exposures: ReadonlyMap<string, Count>): boolean {
  if (!maxima) return true;
  const total = exposures.get(name);
  return [...maxima].every(([pick, { liability, matchLoss }]) => {
    const [now, expected] = [exposureIn(total, pick), exposureIn(open, pick)];
    return (
      liabilityOf(now) <= Math.max(liability, liabilityOf(expected)) &&
      worstLossOf(now) <= Math.max(matchLoss, worstLossOf(expected))
    );
  });
}

const isNetWithin = ({ net, maximum }: Net, now: number): boolean =>
  maximum === undefined || now <= Math.max(maximum, net);

/** Mutable sums in cents: a group has thousands of legs, so adding a bet must not allocate. */
type Count = { staked: number; owed: Record<CountedPick, number>; promised: Record<CountedPick, number> };
/** `change`: by this group; `maxima`: the limits of the outcomes on which it accepted bets. */
type Market = {
  readonly key: MarketLine;
  readonly name: string;
  readonly open: Count;
  change: Count | undefined;
  maxima: Map<CountedPick, { readonly liability: Cents; readonly matchLoss: Cents }> | undefined;
};
type Net = { net: number; change: number; maximum: Cents | undefined };
type Combination = Net & { betsChange: number };

export const perPick = <Value>(make: (pick: CountedPick, at: number) => Value): Record<CountedPick, Value> =>
  Object.fromEntries(countedPicks.map((pick, at) => [pick, make(pick, at)])) as Record<CountedPick, Value>;
const noPicks = perPick(() => 0);
const nothing = (): Count => ({ staked: 0, owed: { ...noPicks }, promised: { ...noPicks } });
const isNothing = ({ staked, owed, promised }: Count): boolean =>
  staked === 0 && countedPicks.every((pick) => owed[pick] === 0 && promised[pick] === 0);
const countOf = ({ staked, owed, promised }: MarketExposure['open']): Count => ({
  staked,
  owed: { ...owed },
  promised: { ...promised },
});
const openOf = ({ staked, owed, promised }: Count): MarketExposure['open'] => ({
  staked: cents(staked),
  owed: perPick((pick) => cents(owed[pick])),
  promised: perPick((pick) => cents(promised[pick])),
});

/**
 * Returns the key of two or more selections in any order: the first half of the SHA-256 of their list, as a UUID. Compute it once per
 * bet: it costs more than all other sums together.
 */
export function combinationKey(selections: readonly Selection[]): string | undefined {
  if (!isCombination(selections)) return undefined;
  const hash = digest('sha256', selections.map(selectionText).sort().join('\n'), 'hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`;
}
// A bet has one selection per match, so this sorts by match.
const selectionText = ({ matchId, outcome }: Selection): string =>
  `${matchId} ${outcome.market} ${outcome.pick} ${pointOf(outcome)}`;

const keyOf = (matchId: MatchId, outcome: Outcome): MarketLine => ({
  matchId,
  market: marketNameOf(outcome),
  point: pointOf(outcome),
});
const countedPickOf = ({ pick }: Outcome): CountedPick => countedPicks.find((known) => known === pick) ?? 'selection';
const marketNameOf = (outcome: Outcome): string =>
  countedPickOf(outcome) === 'selection' ? `${outcome.market}-${outcome.pick}` : outcome.market;
/** A line has two decimals, here and in the table. */
const pointOf = (outcome: Outcome): string => (lineOf(outcome) ?? 0).toFixed(2);
const nameOf = ({ matchId, market, point }: MarketLine): string => `${matchId} ${market} ${point}`;

const exposureIn = (open: Count | undefined, pick: CountedPick): Exposure =>
  open
    ? { staked: cents(open.staked), owed: cents(open.owed[pick]), promised: cents(open.promised[pick]) }
    : noExposure;
