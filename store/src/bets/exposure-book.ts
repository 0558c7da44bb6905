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
import type { Outcome } from '@touchline/core/markets';
import { type Cents, cents, type Decimal } from '@touchline/core/money';

/** A market of which the stakes are summed; `point` is '0.00' where there is no line. */
export type MarketKey = { readonly matchId: MatchId; readonly market: 'h2h' | 'totals'; readonly point: string };
/** All that is open on a market: its stakes, and what each outcome would pay; see `Exposure`. */
export type OpenMarket = {
  readonly staked: Cents;
  readonly owed: Readonly<Record<Outcome['pick'], Cents>>;
  readonly promised: Readonly<Record<Outcome['pick'], Cents>>;
};
export type MarketTotals = MarketKey & { readonly open: OpenMarket };

/** All open bets on the same two or more selections: how many, and what they would pay above their stakes. */
export type OpenCombination = { readonly key: string; readonly bets: number; readonly net: Cents };

/** What is open, on some markets and combinations and in the whole book. */
export type BookTotals = {
  readonly markets: readonly MarketTotals[];
  readonly combinations: readonly OpenCombination[];
  readonly net: Cents;
};
export const emptyTotals: BookTotals = { markets: [], combinations: [], net: cents(0) };

/**
 * An open bet; `promised` is what it would pay if its open legs won. Legs that are decided are not at risk any more.
 * `combination`: the key of its selections, of which one alone has none.
 */
export type StakedBet = {
  readonly stake: Cents;
  readonly promised: Cents;
  readonly combination: string | undefined;
  readonly legs: readonly (Selection & { readonly odds: Decimal; readonly status: LegStatus })[];
};

/** The limits under which a bet was let in. */
export type LetInUnder = {
  readonly liability: (matchId: MatchId) => Cents;
  readonly matchLoss: Cents;
  readonly combinationLoss: Cents;
  readonly bankroll: Cents;
};

/** The lowest of the limits under which bets of a group were let in. */
export type LeastLimits = {
  readonly liability: number;
  readonly matchLoss: number;
  readonly combinationLoss: number;
};
export const noLimits: LeastLimits = {
  liability: Number.MAX_SAFE_INTEGER,
  matchLoss: Number.MAX_SAFE_INTEGER,
  combinationLoss: Number.MAX_SAFE_INTEGER,
};

/** What is open on the markets of some matches, kept up with what a group of commands decides. */
export type ExposureBook = {
  readonly of: (matchId: MatchId, outcome: Outcome) => Exposure;
  readonly net: () => Cents;
  /** Of a combination that was not read, only what this group has changed. */
  readonly netOn: (combination: string | undefined) => Cents;
  /** A bet that was let in; without `limits` it counts, whatever it comes to. */
  readonly add: (bet: StakedBet, limits?: LetInUnder) => void;
  readonly remove: (bet: StakedBet) => void;
  /** What to add to each total that changed, in the order in which everybody locks them. */
  readonly changes: () => BookTotals;
  /** Totals up to these can have passed no limit. */
  readonly leastLimits: () => LeastLimits;
  /** Whether every bet of the group is within its limits, by the totals above the least ones with the bets of others. */
  readonly isWithin: (totals: BookTotals) => boolean;
};

export function exposureBook(known: BookTotals): ExposureBook {
  // By match first: a name of match, market and line for each of thousands of legs would cost more than what is counted.
  const byMatch = new Map<MatchId, Market[]>();
  const enter = (key: MarketKey, open: Count): Market => {
    const market = { key, name: nameOf(key), open, by: undefined, maxima: undefined };
    const others = byMatch.get(key.matchId);
    if (others) others.push(market);
    else byMatch.set(key.matchId, [market]);
    return market;
  };
  for (const { open, ...key } of known.markets) enter(key, countOf(open));
  const combinations = new Map<string, Combination>();
  for (const { key, net } of known.combinations) combinations.set(key, { net, by: 0, betsBy: 0, maximum: undefined });
  const least = { ...noLimits };
  const whole: Net = { net: known.net, by: 0, maximum: undefined };

  const find = (matchId: MatchId, outcome: Outcome): Market | undefined =>
    byMatch.get(matchId)?.find(({ key }) => key.market === outcome.market && key.point === pointOf(outcome));
  const marketOf = (matchId: MatchId, outcome: Outcome): Market =>
    find(matchId, outcome) ?? enter(keyOf(matchId, outcome), nothing());
  const combinationAt = (key: string): Combination => {
    const known = combinations.get(key);
    if (known) return known;
    const added = { net: 0, by: 0, betsBy: 0, maximum: undefined };
    combinations.set(key, added);
    return added;
  };
  const moveNet = (total: Net, change: number, maximum: Cents | undefined): void => {
    total.net += change;
    total.by += change;
    if (maximum !== undefined) total.maximum = maximum;
  };
  const move = (bet: StakedBet, sign: 1 | -1, limits: LetInUnder | undefined) => {
    for (const { matchId, outcome, odds, status } of bet.legs) {
      if (status !== 'pending') continue;
      const market = marketOf(matchId, outcome);
      const { staked, owed, promised } = exposureOf(bet.stake, odds, bet.promised);
      market.by ??= nothing();
      for (const count of [market.open, market.by]) {
        count.staked += sign * staked;
        count.owed[outcome.pick] += sign * owed;
        count.promised[outcome.pick] += sign * promised;
      }
      if (!limits) continue;
      const liability = limits.liability(matchId);
      market.maxima ??= new Map();
      market.maxima.set(outcome.pick, { liability, matchLoss: limits.matchLoss });
      least.liability = Math.min(least.liability, liability);
    }
    if (limits) {
      least.matchLoss = Math.min(least.matchLoss, limits.matchLoss);
      least.combinationLoss = Math.min(least.combinationLoss, limits.combinationLoss);
    }
    const net = sign * (bet.promised - bet.stake);
    moveNet(whole, net, limits?.bankroll);
    if (bet.combination === undefined) return;
    const combination = combinationAt(bet.combination);
    moveNet(combination, net, limits?.combinationLoss);
    combination.betsBy += sign;
  };
  const markets = () => [...byMatch.values()].flat();

  return {
    of: (matchId, outcome) => exposureIn(find(matchId, outcome)?.open, outcome.pick),
    net: () => cents(whole.net),
    netOn: (combination) => cents((combination && combinations.get(combination)?.net) || 0),
    add: (bet, limits) => move(bet, 1, limits),
    remove: (bet) => move(bet, -1, undefined),
    changes: () => ({
      markets: markets()
        .filter(({ by }) => by && !isNothing(by))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ key, by }) => ({ ...key, open: openOf(by ?? nothing()) })),
      combinations: [...combinations]
        .flatMap(([key, { by, betsBy }]) => (by || betsBy ? [{ key, bets: betsBy, net: cents(by) }] : []))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      net: cents(whole.by),
    }),
    leastLimits: () => least,
    isWithin: (totals) => {
      const now = new Map(totals.markets.map((one) => [nameOf(one), countOf(one.open)]));
      const netNow = new Map(totals.combinations.map(({ key, net }) => [key, net]));
      return (
        markets().every((market) => isMarketWithin(market, now)) &&
        [...combinations].every(([key, combination]) => isNetWithin(combination, netNow.get(key) ?? 0)) &&
        isNetWithin(whole, totals.net)
      );
    },
  };
}

/** What others took meanwhile may also have lowered it. */
function isMarketWithin({ name, open, maxima }: Market, totals: ReadonlyMap<string, Count>): boolean {
  if (!maxima) return true;
  const total = totals.get(name);
  return [...maxima].every(([pick, { liability, matchLoss }]) => {
    const [now, believed] = [exposureIn(total, pick), exposureIn(open, pick)];
    return (
      liabilityOf(now) <= Math.max(liability, liabilityOf(believed)) &&
      worstLossOf(now) <= Math.max(matchLoss, worstLossOf(believed))
    );
  });
}

const isNetWithin = ({ net, maximum }: Net, now: number): boolean =>
  maximum === undefined || now <= Math.max(maximum, net);

/** Sums in cents that grow bet by bet: a group has thousands of legs, and no bet may cost more for it than it must. */
type Count = {
  staked: number;
  owed: Record<Outcome['pick'], number>;
  promised: Record<Outcome['pick'], number>;
};
/** `by`: what this group has changed; `maxima`: for outcomes on which it let bets in, the limits under which it did. */
type Market = {
  readonly key: MarketKey;
  readonly name: string;
  readonly open: Count;
  by: Count | undefined;
  maxima: Map<Outcome['pick'], { readonly liability: Cents; readonly matchLoss: Cents }> | undefined;
};
type Net = { net: number; by: number; maximum: Cents | undefined };
type Combination = Net & { betsBy: number };

const noPicks = () => ({ home: 0, draw: 0, away: 0, over: 0, under: 0 });
const nothing = (): Count => ({ staked: 0, owed: noPicks(), promised: noPicks() });
const isNothing = ({ staked, owed, promised }: Count): boolean =>
  staked === 0 && [owed, promised].every((sums) => Object.values(sums).every((sum) => sum === 0));
const countOf = ({ staked, owed, promised }: OpenMarket): Count => ({
  staked,
  owed: { ...owed },
  promised: { ...promised },
});
const picksOf = ({ home, draw, away, over, under }: Count['owed']): OpenMarket['owed'] => ({
  home: cents(home),
  draw: cents(draw),
  away: cents(away),
  over: cents(over),
  under: cents(under),
});
const openOf = ({ staked, owed, promised }: Count): OpenMarket => ({
  staked: cents(staked),
  owed: picksOf(owed),
  promised: picksOf(promised),
});

/**
 * Names a set of two or more selections in whatever order: the first half of the SHA-256 of their list, as a UUID. It costs more than
 * all else that is counted of a bet, so compute it once for each.
 */
export function combinationKey(selections: readonly Selection[]): string | undefined {
  if (!isCombination(selections)) return undefined;
  const hash = digest('sha256', selections.map(selectionText).sort().join('\n'), 'hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`;
}
// A bet has one selection for each match, so the order of these is that of their matches.
const selectionText = ({ matchId, outcome }: Selection): string =>
  `${matchId} ${outcome.market} ${outcome.pick} ${pointOf(outcome)}`;

const keyOf = (matchId: MatchId, outcome: Outcome): MarketKey => ({
  matchId,
  market: outcome.market,
  point: pointOf(outcome),
});
/** A line has two decimals wherever it comes from, here and in the table. */
const pointOf = (outcome: Outcome): string => (outcome.market === 'totals' ? outcome.point.toFixed(2) : '0.00');
const nameOf = ({ matchId, market, point }: MarketKey): string => `${matchId} ${market} ${point}`;

const exposureIn = (open: Count | undefined, pick: Outcome['pick']): Exposure =>
  open
    ? { staked: cents(open.staked), owed: cents(open.owed[pick]), promised: cents(open.promised[pick]) }
    : noExposure;
