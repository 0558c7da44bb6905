import type { Instant } from '@touchline/core/instant';
import { type Decimal, odds } from '@touchline/core/money';
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

export type PricedLine = { readonly point: number; readonly quotedAt: Instant; readonly prices: readonly Decimal[] };

/** Home, draw and away of one bookmaker. */
export function readWinner(
  event: WireEvent,
  market: WireMarket,
): { readonly quotedAt: Instant; readonly prices: readonly Decimal[] } | MarketProblem {
  return readMarket(market, (outcomes) => {
    const named = (name: string) => outcomes.find((outcome) => outcome.name.trim() === name);
    const three = [named(event.homeTeam), named('Draw'), named(event.awayTeam)].flatMap((outcome) => outcome ?? []);
    if (outcomes.length !== 3 || three.length !== 3) return 'not-three-outcomes';
    const prices = pricesOf(three);
    return typeof prices === 'string' ? prices : { prices };
  });
}

/** Over and under of one bookmaker on each line that cannot be met exactly. */
export function readGoals(
  market: WireMarket,
): { readonly quotedAt: Instant; readonly lines: readonly PricedLine[] } | MarketProblem {
  const read = readMarket(market, (outcomes) => {
    const points = outcomes.flatMap(({ point }) => (point !== undefined && isHalfLine(point) ? [point] : []));
    let problem: MarketProblem = 'no-half-line';
    const lines = [...new Set(points)].flatMap((point) => {
      const [over, under] = ['Over', 'Under'].map((name) => outcomes.find((o) => o.name === name && o.point === point));
      if (!over || !under) return [];
      const prices = pricesOf([over, under]);
      if (typeof prices !== 'string') return [{ point, prices }];
      problem = prices;
      return [];
    });
    return lines.length > 0 ? { lines } : problem;
  });
  if (typeof read === 'string') return read;
  return { quotedAt: read.quotedAt, lines: read.lines.map((line) => ({ ...line, quotedAt: read.quotedAt })) };
}

const isHalfLine = (point: number): boolean => point > 0 && point < 20 && point % 1 === 0.5;

type Outcome = { readonly name: string; readonly price: number; readonly point?: number | undefined };
const outcomeList = z.array(z.object({ name: z.string(), price: z.number(), point: z.number().optional() })).max(100);

function readMarket<Read extends object>(
  { quotedAt, outcomes }: WireMarket,
  read: (outcomes: readonly Outcome[]) => Read | MarketProblem,
): (Read & { readonly quotedAt: Instant }) | MarketProblem {
  const list = outcomeList.safeParse(outcomes);
  if (!list.success) return 'market-unreadable';
  const found = read(list.data);
  if (typeof found === 'string') return found;
  const seen = time.safeParse(quotedAt);
  return seen.success ? { ...found, quotedAt: seen.data } : 'quote-time-unreadable';
}

function pricesOf(outcomes: readonly Outcome[]): readonly Decimal[] | MarketProblem {
  const prices: Decimal[] = [];
  for (const { price } of outcomes) {
    const decimal = odds(price);
    if (!decimal) return price <= 1 ? 'price-not-above-one' : 'price-too-long';
    prices.push(decimal);
  }
  return prices;
}
