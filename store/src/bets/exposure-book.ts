import { type Exposure, exposureOf, liabilityOf, noExposure } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import type { Outcome } from '@touchline/core/matches';
import { type Cents, cents, type Decimal } from '@touchline/core/money';

/** A market of which the stakes are summed; `point` is '0.00' where there is no line. */
export type MarketKey = { readonly matchId: MatchId; readonly market: 'h2h' | 'totals'; readonly point: string };
/** All that is open on a market: its stakes, and what each outcome would pay. */
export type OpenMarket = { readonly staked: Cents; readonly owed: Readonly<Record<Outcome['pick'], Cents>> };
export type MarketTotals = MarketKey & { readonly open: OpenMarket };

export type StakedBet = {
  readonly stake: Cents;
  readonly legs: readonly { readonly matchId: MatchId; readonly outcome: Outcome; readonly odds: Decimal }[];
};

/** What is open on the markets of some matches, kept up with what a group of commands decides. */
export type ExposureBook = {
  readonly of: (matchId: MatchId, outcome: Outcome) => Exposure;
  /** A bet that was let in; `maximum` gives the liability under which it was. */
  readonly add: (bet: StakedBet, maximum: (matchId: MatchId) => Cents) => void;
  readonly remove: (bet: StakedBet) => void;
  /** What to add to each market that changed, in the order in which everybody locks them. */
  readonly changes: () => readonly MarketTotals[];
  /** Whether every bet of the group is within its limit, by what the markets came to with the bets of others. */
  readonly isWithin: (totals: readonly MarketTotals[]) => boolean;
};

export function exposureBook(known: readonly MarketTotals[]): ExposureBook {
  // By match first: a name of match, market and line for each of thousands of legs would cost more than what is counted.
  const byMatch = new Map<MatchId, Market[]>();
  const enter = (market: Market): Market => {
    const others = byMatch.get(market.key.matchId);
    if (others) others.push(market);
    else byMatch.set(market.key.matchId, [market]);
    return market;
  };
  for (const { open, ...key } of known) enter({ key, open: countOf(open), by: undefined, maxima: undefined });

  const find = (matchId: MatchId, outcome: Outcome): Market | undefined =>
    byMatch.get(matchId)?.find(({ key }) => key.market === outcome.market && key.point === pointOf(outcome));
  const marketOf = (matchId: MatchId, outcome: Outcome): Market =>
    find(matchId, outcome) ??
    enter({ key: keyOf(matchId, outcome), open: nothing(), by: undefined, maxima: undefined });
  const move = (bet: StakedBet, sign: 1 | -1, maximum: ((matchId: MatchId) => Cents) | undefined) => {
    for (const { matchId, outcome, odds } of bet.legs) {
      const market = marketOf(matchId, outcome);
      const { staked, owed } = exposureOf(bet.stake, odds);
      market.by ??= nothing();
      for (const count of [market.open, market.by]) {
        count.staked += sign * staked;
        count.owed[outcome.pick] += sign * owed;
      }
      if (!maximum) continue;
      market.maxima ??= new Map();
      market.maxima.set(outcome.pick, maximum(matchId));
    }
  };

  return {
    of: (matchId, outcome) => exposureIn(find(matchId, outcome)?.open, outcome.pick),
    add: (bet, maximum) => move(bet, 1, maximum),
    remove: (bet) => move(bet, -1, undefined),
    changes: () =>
      [...byMatch.values()]
        .flat()
        .flatMap(({ key, by }) => (by ? [{ ...key, open: openOf(by) }] : []))
        .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    isWithin: (totals) => {
      const now = new Map(totals.map((one) => [nameOf(one), countOf(one.open)]));
      return [...byMatch.values()].flat().every(({ key, open, maxima = new Map<Outcome['pick'], Cents>() }) =>
        [...maxima].every(([pick, maximum]) => {
          const liability = liabilityOf(exposureIn(now.get(nameOf(key)), pick));
          // What others took meanwhile may also have lowered it.
          return liability <= maximum || liability <= liabilityOf(exposureIn(open, pick));
        }),
      );
    },
  };
}

/** Sums in cents that grow bet by bet: a group has thousands of legs, and no bet may cost more for it than it must. */
type Count = { staked: number; owed: Record<Outcome['pick'], number> };
/** `by`: what this group has changed; `maxima`: for outcomes on which it let bets in, the liability under which it did. */
type Market = {
  readonly key: MarketKey;
  readonly open: Count;
  by: Count | undefined;
  maxima: Map<Outcome['pick'], Cents> | undefined;
};

const nothing = (): Count => ({ staked: 0, owed: { home: 0, draw: 0, away: 0, over: 0, under: 0 } });
const countOf = ({ staked, owed }: OpenMarket): Count => ({ staked, owed: { ...owed } });
const openOf = ({ staked, owed: { home, draw, away, over, under } }: Count): OpenMarket => ({
  staked: cents(staked),
  owed: { home: cents(home), draw: cents(draw), away: cents(away), over: cents(over), under: cents(under) },
});

const keyOf = (matchId: MatchId, outcome: Outcome): MarketKey => ({
  matchId,
  market: outcome.market,
  point: pointOf(outcome),
});
/** A line has two decimals wherever it comes from, here and in the table. */
const pointOf = (outcome: Outcome): string => (outcome.market === 'totals' ? outcome.point.toFixed(2) : '0.00');
const nameOf = ({ matchId, market, point }: MarketKey): string => `${matchId} ${market} ${point}`;

const exposureIn = (open: Count | undefined, pick: Outcome['pick']): Exposure =>
  open ? { staked: cents(open.staked), owed: cents(open.owed[pick]) } : noExposure;
