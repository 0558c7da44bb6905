import { hash as digest } from 'node:crypto';
import {
  addSelections,
  type Exposure,
  isCombination,
  type LegStatus,
  legExposure,
  liabilityOf,
  noScoreExposure,
  openLines,
  type ScoreExposure,
  type Selection,
  type System,
  worstExposure,
  worstLossOf,
} from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { hasLines, lineOf, marketKeys, type Outcome, outcomeOf, picksOf } from '@touchline/core/markets';
import { type Cents, cents, type Decimal, noMoney } from '@touchline/core/money';

/**
 * A market on a goal line; `point` is '0.00' in a market without lines. A selection that has no column of its own has a row of its own,
 * such as `correct_score-2-1`.
 */
type MarketLine = { readonly matchId: MatchId; readonly market: string; readonly point: string };
/** What the table has columns for: each selection of the quoted markets, and one for a selection by itself. */
export const countedPicks = [...new Set(marketKeys.flatMap(picksOf)), 'selection'] as const;
type CountedPick = (typeof countedPicks)[number];
type PerPick<Value> = Record<CountedPick, Value>;
/** Open bets on a market: its stakes, and what each outcome would pay; see `Exposure`. */
export type MarketExposure = MarketLine & {
  readonly open: {
    readonly staked: Cents;
    readonly owed: Readonly<PerPick<Cents>>;
    readonly promised: Readonly<PerPick<Cents>>;
  };
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
 * An open bet. Decided legs are no longer at risk. `combination`: the key of its selections; singles have none. `promised`: what it
 * pays if its open legs win, where that is known.
 */
export type OpenBet = {
  readonly stake: Cents;
  readonly promised?: Cents | undefined;
  readonly system?: System | undefined;
  readonly combination: string | undefined;
  readonly legs: readonly (Selection & { readonly odds: Decimal; readonly status: LegStatus })[];
};

/** How often the exposure of a match has changed. */
export type ExposureChanges = { readonly matchId: MatchId; readonly changes: number };
/** The exposure of the book after a group was added: `matches` has the matches of the group. */
export type AddedTo = Pick<BookExposure, 'combinations' | 'net'> & { readonly matches: readonly ExposureChanges[] };

/** The limits under which a bet was accepted. */
export type LimitsAtPlacement = {
  readonly liability: (matchId: MatchId) => Cents;
  readonly matchLoss: Cents;
  readonly combinationLoss: Cents;
  readonly bankroll: Cents;
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
  /** The lowest limit of a combination under which the group accepted a bet. */
  readonly lowestCombinationLoss: () => number;
  /** The matches on which the group accepted bets and that another writer has changed since they were read. */
  readonly changedElsewhere: (added: AddedTo) => readonly MatchId[];
  /** Whether every bet of the group is within its limits; `markets`: the exposures, read again, of matches changed elsewhere. */
  readonly isWithin: (added: AddedTo, markets: readonly MarketExposure[]) => boolean;
};

export function exposureBook(known: BookExposure, changes: readonly ExposureChanges[] = []): ExposureBook {
  const markets = marketsByMatch(known.markets);
  const combinations = new Map<string, Combination>();
  for (const { key, net } of known.combinations)
    combinations.set(key, { net, change: 0, betsChange: 0, maximum: undefined });
  let lowestCombinationLoss = Number.MAX_SAFE_INTEGER;
  // Only for matches with bets: most of a group's facts are about others.
  const scores = new Map<MatchId, ScoreExposure>();
  const accepted = new Map<MatchId, Accepted[]>();
  const changesBefore = new Map(changes.map((match) => [match.matchId, match.changes]));
  const whole: Net = { net: known.net, change: 0, maximum: undefined };

  const scoresOf = (matchId: MatchId): ScoreExposure => {
    const known = scores.get(matchId);
    if (known) return known;
    const made = scoreExposureOf(markets.ofMatch(matchId));
    scores.set(matchId, made);
    return made;
  };
  const combinationAt = (key: string): Combination => {
    const known = combinations.get(key);
    if (known) return known;
    const added = { net: 0, change: 0, betsChange: 0, maximum: undefined };
    combinations.set(key, added);
    return added;
  };
  const move = (bet: OpenBet, sign: 1 | -1, limits: LimitsAtPlacement | undefined) => {
    const { stake, promised, system } = bet;
    const open = promised === undefined || system ? openLines(stake, bet.legs, system) : { staked: stake, promised };
    bet.legs.forEach(({ matchId, outcome, status }, at) => {
      if (status !== 'pending') return;
      const market = markets.of(matchId, outcome);
      const added = legExposure(bet, at, open);
      moveMarket(market, countedPickOf(outcome), sign, added);
      const known = scores.get(matchId);
      if (known) addSelections(known, added.staked, [{ outcome, owed: added.owed, promised: added.promised }], sign);
      if (!limits) return;
      const within = { outcome, liability: limits.liability(matchId), matchLoss: limits.matchLoss };
      const others = accepted.get(matchId);
      if (others) others.push(within);
      else accepted.set(matchId, [within]);
    });
    if (limits) lowestCombinationLoss = Math.min(lowestCombinationLoss, limits.combinationLoss);
    const net = sign * (open.promised - open.staked);
    moveNet(whole, net, limits?.bankroll);
    if (bet.combination === undefined) return;
    const combination = combinationAt(bet.combination);
    moveNet(combination, net, limits?.combinationLoss);
    combination.betsChange += sign;
  };

  return {
    of: (matchId, outcome) => worstExposure(scoresOf(matchId), outcome),
    net: () => cents(whole.net),
    netOn: (combination) => cents((combination && combinations.get(combination)?.net) || 0),
    add: (bet, limits) => move(bet, 1, limits),
    remove: (bet) => move(bet, -1, undefined),
    changes: () => ({
      markets: marketChanges(markets.all()),
      combinations: combinationChanges(combinations),
      net: cents(whole.change),
    }),
    lowestCombinationLoss: () => lowestCombinationLoss,
    changedElsewhere: (added) =>
      added.matches.flatMap(({ matchId, changes: now }) =>
        accepted.has(matchId) && now !== (changesBefore.get(matchId) ?? 0) + 1 ? [matchId] : [],
      ),
    isWithin: (added, again) => {
      const netNow = new Map(added.combinations.map(({ key, net }) => [key, net]));
      return (
        [...Map.groupBy(again, ({ matchId }) => matchId)].every(([matchId, markets]) =>
          areWithin(accepted.get(matchId) ?? [], scoreExposureOfRows(markets), scoresOf(matchId)),
        ) &&
        [...combinations].every(([key, combination]) => isNetWithin(combination, netNow.get(key) ?? 0)) &&
        isNetWithin(whole, added.net)
      );
    },
  };
}

/** Returns what open bets on a selection pay. `rows`: of its match. */
export function openOn(rows: readonly MarketExposure[], outcome: Outcome): Pick<Exposure, 'owed' | 'promised'> {
  const [market, point, pick] = [marketNameOf(outcome), pointOf(outcome), countedPickOf(outcome)];
  const open = rows.find((row) => row.market === market && row.point === point)?.open;
  return { owed: open?.owed[pick] ?? noMoney, promised: open?.promised[pick] ?? noMoney };
}

/** Open markets, by match first: a key of match, market and goal line for each of thousands of legs would cost more than the totals. */
function marketsByMatch(known: readonly MarketExposure[]) {
  const byMatch = new Map<MatchId, Market[]>();
  const enter = (key: MarketLine, open: Count): Market => {
    const market = { key, name: nameOf(key), open, change: undefined };
    const others = byMatch.get(key.matchId);
    if (others) others.push(market);
    else byMatch.set(key.matchId, [market]);
    return market;
  };
  for (const { open, ...key } of known) enter(key, countOf(open));

  return {
    of: (matchId: MatchId, outcome: Outcome): Market => {
      const market = marketNameOf(outcome);
      const point = pointOf(outcome);
      return (
        byMatch.get(matchId)?.find(({ key }) => key.market === market && key.point === point) ??
        enter({ matchId, market, point }, nothing())
      );
    },
    ofMatch: (matchId: MatchId): readonly Market[] => byMatch.get(matchId) ?? [],
    all: (): readonly Market[] => [...byMatch.values()].flat(),
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
const areWithin = (bets: readonly Accepted[], now: ScoreExposure, expected: ScoreExposure): boolean =>
  bets.every(({ outcome, liability, matchLoss }) => {
    const [worst, known] = [worstExposure(now, outcome), worstExposure(expected, outcome)];
    return (
      liabilityOf(worst) <= Math.max(liability, liabilityOf(known)) &&
      worstLossOf(worst) <= Math.max(matchLoss, worstLossOf(known))
    );
  });

/** Returns what all open bets on a match pay at each score. */
function scoreExposureOf(markets: readonly OpenMarket[]): ScoreExposure {
  const exposure = noScoreExposure();
  for (const { key, open } of markets) {
    const { staked, owed, promised } = open;
    const picks = countedPicks.filter((pick) => owed[pick] !== 0 || promised[pick] !== 0);
    const on = picks.map((pick) => ({ outcome: outcomeAt(key, pick), owed: owed[pick], promised: promised[pick] }));
    addSelections(exposure, staked, on);
  }
  return exposure;
}
/** The same of rows as they were read. */
export const scoreExposureOfRows = (rows: readonly MarketExposure[]): ScoreExposure =>
  scoreExposureOf(rows.map(({ open, ...key }) => ({ key, open })));
type OpenMarket = Pick<Market, 'key' | 'open'>;

const isNetWithin = ({ net, maximum }: Net, now: number): boolean =>
  maximum === undefined || now <= Math.max(maximum, net);

/** Mutable totals in cents: a group has thousands of legs, so adding a bet must not allocate. */
type Count = { staked: number; owed: PerPick<number>; promised: PerPick<number> };
/** `change`: by this group. */
type Market = {
  readonly key: MarketLine;
  readonly name: string;
  readonly open: Count;
  change: Count | undefined;
};
/** An outcome on which the group accepted a bet, and its limits. */
type Accepted = { readonly outcome: Outcome; readonly liability: Cents; readonly matchLoss: Cents };
type Net = { net: number; change: number; maximum: Cents | undefined };
type Combination = Net & { betsChange: number };

const noPicks = Object.fromEntries(countedPicks.map((pick) => [pick, noMoney])) as PerPick<Cents>;
/** Calls `make` in the order of `countedPicks`. Copies an object with all members, which is faster than adding them one by one. */
export function perPick(make: (pick: CountedPick) => Cents): PerPick<Cents> {
  const made = { ...noPicks };
  for (const pick of countedPicks) made[pick] = make(pick);
  return made;
}
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
 * bet: it costs more than all totals together.
 */
export function combinationKey(selections: readonly Selection[]): string | undefined {
  if (!isCombination(selections)) return undefined;
  const hash = digest('sha256', selections.map(selectionText).sort().join('\n'), 'hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`;
}
// A bet has one selection per match, so this sorts by match.
const selectionText = ({ matchId, outcome }: Selection): string =>
  `${matchId} ${outcome.market} ${outcome.pick} ${pointOf(outcome)}`;

const countedPickOf = ({ pick }: Outcome): CountedPick => countedPicks.find((known) => known === pick) ?? 'selection';
const marketNameOf = (outcome: Outcome): string =>
  countedPickOf(outcome) === 'selection' ? `${outcome.market}-${outcome.pick}` : outcome.market;
/** A goal line has two decimals, here and in the table. */
const pointOf = (outcome: Outcome): string => (lineOf(outcome) ?? 0).toFixed(2);
const nameOf = ({ matchId, market, point }: MarketLine): string => `${matchId} ${market} ${point}`;

/** The selection behind a column of a row. */
function outcomeAt({ market: name, point }: MarketLine, column: CountedPick): Outcome {
  const dash = name.indexOf('-');
  const [market, pick] = column === 'selection' ? [name.slice(0, dash), name.slice(dash + 1)] : [name, column];
  return outcomeOf(market, pick, hasLines(market) ? Number(point) : null);
}
