import type { Instant } from '@touchline/core/instant';
import { type MarketKey, mainLineOf, selectionNames } from '@touchline/core/markets';
import { type Decimal, odds } from '@touchline/core/money';
import { z } from 'zod';
import { time, type WireEvent } from '../provider/wire.ts';

/** Why a bookmaker's market is not used. */
export type MarketProblem =
  | 'market-unreadable'
  | 'selections-incomplete'
  | 'no-half-line'
  | 'price-not-above-one'
  | 'price-too-long'
  | 'quote-time-unreadable';

/** One market of one bookmaker as received. */
export type WireMarket = {
  readonly bookmaker: string;
  readonly quotedAt: unknown;
  readonly outcomes: unknown;
};

/** Prices of one bookmaker in the order of the market's selections; `point` is `null` in a market without lines. */
export type PricedLine = {
  readonly point: number | null;
  readonly quotedAt: Instant;
  readonly prices: readonly Decimal[];
};

/** Parses a bookmaker's market. Selections are matched by name, not by order; only half lines count. */
export function readMarket(
  key: MarketKey,
  event: WireEvent,
  { quotedAt, outcomes }: WireMarket,
): readonly PricedLine[] | MarketProblem {
  const list = outcomeList.safeParse(outcomes);
  if (!list.success) return 'market-unreadable';
  const names = selectionNames(key, event);
  const lines = mainLineOf(key) === null ? onlyLine(names, list.data) : halfLines(names, list.data);
  if (typeof lines === 'string') return lines;
  const quoted = time.safeParse(quotedAt);
  return quoted.success ? lines.map((line) => ({ ...line, quotedAt: quoted.data })) : 'quote-time-unreadable';
}

type Line = Omit<PricedLine, 'quotedAt'>;

function onlyLine(names: readonly string[], outcomes: readonly Outcome[]): readonly Line[] | MarketProblem {
  const found = names.flatMap((name) => outcomes.find((outcome) => outcome.name.trim() === name) ?? []);
  if (outcomes.length !== names.length || found.length !== names.length) return 'selections-incomplete';
  const prices = pricesOf(found);
  return typeof prices === 'string' ? prices : [{ point: null, prices }];
}

function halfLines(names: readonly string[], outcomes: readonly Outcome[]): readonly Line[] | MarketProblem {
  const points = outcomes.flatMap(({ point }) => (point !== undefined && isHalfLine(point) ? [point] : []));
  let problem: MarketProblem = 'no-half-line';
  const lines = [...new Set(points)].flatMap((point) => {
    const found = names.flatMap(
      (name) => outcomes.find((outcome) => outcome.name === name && outcome.point === point) ?? [],
    );
    if (found.length !== names.length) return [];
    const prices = pricesOf(found);
    if (typeof prices !== 'string') return [{ point, prices }];
    problem = prices;
    return [];
  });
  return lines.length > 0 ? lines : problem;
}

const isHalfLine = (point: number): boolean => point > 0 && point < 20 && point % 1 === 0.5;

type Outcome = { readonly name: string; readonly price: number; readonly point?: number | undefined };
const outcomeList = z.array(z.object({ name: z.string(), price: z.number(), point: z.number().optional() })).max(100);

function pricesOf(outcomes: readonly Outcome[]): readonly Decimal[] | MarketProblem {
  const prices: Decimal[] = [];
  for (const { price } of outcomes) {
    const decimal = odds(price);
    if (!decimal) return price <= 1 ? 'price-not-above-one' : 'price-too-long';
    prices.push(decimal);
  }
  return prices;
}
