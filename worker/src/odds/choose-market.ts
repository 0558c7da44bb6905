import { type Instant, minutes } from '@touchline/core/instant';
import type { MarketState } from '@touchline/core/matches';
import { type Decimal, odds } from '@touchline/core/money';
import type { QuotedMatch } from '@touchline/store/matches';
import { z } from 'zod';
import { time, type WireEvent } from '../provider/wire.ts';

/** Why a bookmaker's market was passed over. */
export type MarketProblem =
  | 'market-unreadable'
  | 'not-three-outcomes'
  | 'no-half-line'
  | 'price-not-above-one'
  | 'price-too-long'
  | 'quote-time-unreadable';

/** One market of one bookmaker as it came over the wire. */
export type WireMarket = {
  readonly bookmaker: string;
  readonly quotedAt: unknown;
  readonly outcomes: unknown;
};

export type Choice<Market> = { readonly market: Market | null; readonly problems: readonly MarketProblem[] };
type Occasion = { readonly now: Instant; readonly bookmakers: readonly string[] };

/** A market that its bookmaker has withdrawn lingers unchanged for a quarter of an hour: older than this it is suspended. */
const staleAfterMs = { upcoming: minutes(10), inPlay: minutes(2) };

/**
 * The prices of one market, all from one bookmaker: of the preferred ones the first that quotes it completely, else the one
 * that quoted last. Outcomes are found by name, never by their order.
 */
export const chooseWinner = (
  event: WireEvent,
  markets: readonly WireMarket[],
  occasion: Occasion,
): Choice<NonNullable<QuotedMatch['h2h']>> =>
  choose(markets, occasion, event, (outcomes) => {
    const named = (name: string) => outcomes.filter((outcome) => outcome.name.trim() === name);
    const [home, draw, away] = [named(event.homeTeam), named('Draw'), named(event.awayTeam)].map((found) => found[0]);
    if (outcomes.length !== 3 || !home || !draw || !away) return 'not-three-outcomes';
    return pricesOf({ home, draw, away });
  });

/** As `chooseWinner`, for goals: only lines that cannot be met exactly (x.5), 2.5 if there is one, else the nearest to it. */
export const chooseTotals = (
  event: WireEvent,
  markets: readonly WireMarket[],
  occasion: Occasion,
): Choice<NonNullable<QuotedMatch['totals']>> =>
  choose(markets, occasion, event, (outcomes) => {
    let problem: MarketProblem = 'no-half-line';
    const points = [
      ...new Set(outcomes.flatMap(({ point }) => (point !== undefined && isHalfLine(point) ? [point] : []))),
    ];
    for (const point of points.sort((a, b) => Math.abs(a - 2.5) - Math.abs(b - 2.5) || a - b)) {
      const [over, under] = ['Over', 'Under'].map((name) => outcomes.find((o) => o.name === name && o.point === point));
      if (!over || !under) continue;
      const prices = pricesOf({ over, under });
      if (typeof prices !== 'string') return { point, ...prices };
      problem = prices;
    }
    return problem;
  });

const isHalfLine = (point: number): boolean => point > 0 && point < 20 && point % 1 === 0.5;

type Outcome = { readonly name: string; readonly price: number; readonly point?: number | undefined };
const outcomeList = z.array(z.object({ name: z.string(), price: z.number(), point: z.number().optional() })).max(100);

type Quote = { readonly state: MarketState; readonly bookmaker: string; readonly quotedAt: Instant };

function choose<Prices extends object>(
  markets: readonly WireMarket[],
  { now, bookmakers }: Occasion,
  event: WireEvent,
  read: (outcomes: readonly Outcome[]) => Prices | MarketProblem,
): Choice<Prices & Quote> {
  const problems: MarketProblem[] = [];
  const complete = markets.flatMap(({ bookmaker, quotedAt, outcomes }) => {
    const found = readMarket(quotedAt, outcomes, read);
    if (typeof found !== 'string') return [{ bookmaker, ...found }];
    problems.push(found);
    return [];
  });
  const rank = ({ bookmaker }: { bookmaker: string }) =>
    bookmakers.includes(bookmaker) ? bookmakers.indexOf(bookmaker) : bookmakers.length;
  const [best] = complete.sort(
    (a, b) => rank(a) - rank(b) || b.quotedAt - a.quotedAt || (a.bookmaker < b.bookmaker ? -1 : 1),
  );
  if (!best) return { market: null, problems };
  const staleMs = event.kickoffAt <= now ? staleAfterMs.inPlay : staleAfterMs.upcoming;
  const { bookmaker, quotedAt, prices } = best;
  return {
    market: { ...prices, bookmaker, quotedAt, state: now - quotedAt > staleMs ? 'suspended' : 'open' },
    problems,
  };
}

function readMarket<Prices extends object>(
  quotedAt: unknown,
  outcomes: unknown,
  read: (outcomes: readonly Outcome[]) => Prices | MarketProblem,
): { readonly quotedAt: Instant; readonly prices: Prices } | MarketProblem {
  const list = outcomeList.safeParse(outcomes);
  if (!list.success) return 'market-unreadable';
  const prices = read(list.data);
  if (typeof prices === 'string') return prices;
  const seen = time.safeParse(quotedAt);
  return seen.success ? { quotedAt: seen.data, prices } : 'quote-time-unreadable';
}

function pricesOf<Pick extends string>(
  outcomes: Readonly<Record<Pick, Outcome>>,
): Record<Pick, Decimal> | MarketProblem {
  const prices: Partial<Record<Pick, Decimal>> = {};
  for (const pick in outcomes) {
    const { price } = outcomes[pick];
    const decimal = odds(price);
    if (!decimal) return price <= 1 ? 'price-not-above-one' : 'price-too-long';
    prices[pick] = decimal;
  }
  return prices as Record<Pick, Decimal>;
}
