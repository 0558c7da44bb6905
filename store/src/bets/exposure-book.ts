import { type Exposure, exposureOf, liabilityOf, noExposure } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import type { Outcome } from '@touchline/core/matches';
import { type Cents, type Decimal, minus, noMoney, plus } from '@touchline/core/money';

/** A market of which the stakes are summed; `point` is '0' where there is no line. */
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
  const markets = new Map(known.map((totals) => [nameOf(totals), totals.open]));
  const changed = new Map<string, MarketTotals>();
  const letIn = new Map<string, { readonly key: MarketKey; readonly pick: Outcome['pick']; readonly maximum: Cents }>();

  const move = (bet: StakedBet, sign: 1 | -1) => {
    for (const { matchId, outcome, odds } of bet.legs) {
      const key = keyOf(matchId, outcome);
      const name = nameOf(key);
      const { staked, owed } = exposureOf(bet.stake, odds);
      const by = signed({ staked, owed: { ...nothingOwed, [outcome.pick]: owed } }, sign);
      markets.set(name, sumOf(markets.get(name) ?? nothing, by));
      changed.set(name, { ...key, open: sumOf(changed.get(name)?.open ?? nothing, by) });
    }
  };

  return {
    of: (matchId, outcome) => exposureIn(markets.get(nameOf(keyOf(matchId, outcome))), outcome.pick),
    add: (bet, maximum) => {
      move(bet, 1);
      for (const { matchId, outcome } of bet.legs) {
        const key = keyOf(matchId, outcome);
        letIn.set(`${nameOf(key)} ${outcome.pick}`, { key, pick: outcome.pick, maximum: maximum(matchId) });
      }
    },
    remove: (bet) => move(bet, -1),
    changes: () => [...changed.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    isWithin: (totals) => {
      const now = new Map(totals.map((one) => [nameOf(one), one.open]));
      return [...letIn.values()].every(({ key, pick, maximum }) => {
        const [expected, found] = [markets.get(nameOf(key)), now.get(nameOf(key))];
        const liability = liabilityOf(exposureIn(found, pick));
        // What others took meanwhile may also have lowered it.
        return liability <= maximum || liability <= liabilityOf(exposureIn(expected, pick));
      });
    },
  };
}

const nothingOwed = { home: noMoney, draw: noMoney, away: noMoney, over: noMoney, under: noMoney };
const nothing: OpenMarket = { staked: noMoney, owed: nothingOwed };

const keyOf = (matchId: MatchId, outcome: Outcome): MarketKey => ({
  matchId,
  market: outcome.market,
  point: outcome.market === 'totals' ? String(outcome.point) : '0',
});
const nameOf = ({ matchId, market, point }: MarketKey): string => `${matchId} ${market} ${Number(point).toFixed(2)}`;

const exposureIn = (open: OpenMarket | undefined, pick: Outcome['pick']): Exposure =>
  open ? { staked: open.staked, owed: open.owed[pick] } : noExposure;

const sumOf = (a: OpenMarket, b: OpenMarket): OpenMarket => ({
  staked: plus(a.staked, b.staked),
  owed: {
    home: plus(a.owed.home, b.owed.home),
    draw: plus(a.owed.draw, b.owed.draw),
    away: plus(a.owed.away, b.owed.away),
    over: plus(a.owed.over, b.owed.over),
    under: plus(a.owed.under, b.owed.under),
  },
});

function signed({ staked, owed }: OpenMarket, sign: 1 | -1): OpenMarket {
  if (sign === 1) return { staked, owed };
  const { home, draw, away, over, under } = owed;
  const less = (amount: Cents) => minus(noMoney, amount);
  return {
    staked: less(staked),
    owed: { home: less(home), draw: less(draw), away: less(away), over: less(over), under: less(under) },
  };
}
