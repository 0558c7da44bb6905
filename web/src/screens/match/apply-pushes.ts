import type { MatchBook, MatchHistory, MatchMarkets, MatchRow, PricePoint } from '@touchline/core/contract';
import { type RowMarket, rowMarkets } from '@touchline/core/markets';
import { pricesOfRow } from '../../matches/offers.ts';

type Prices = MatchHistory['prices'];

export const countPrices = (prices: Prices): number =>
  Object.values(prices).reduce((count, points) => count + points.length, 0);

/** Appends the prices of a newer row where they differ. Returns the same object if nothing changed. */
export function appendPrices(prices: Prices, row: MatchRow, at: string): Prices {
  const changed = rowMarkets.flatMap((key) => {
    const quoted = pricesOfRow(row, key);
    const next = appendPoint(prices[key], quoted?.prices ?? [], at, stateOf(row.markets[key]), quoted?.point);
    return next === prices[key] ? [] : [[key, next] as const];
  });
  return changed.length === 0 ? prices : { ...prices, ...Object.fromEntries(changed) };
}

const stateOf = (state: MatchRow['markets'][RowMarket]): PricePoint['state'] => {
  if (state === 'open') return undefined;
  return state === 'suspended' ? 'suspended' : 'closed';
};

function appendPoint(
  points: PricePoint[],
  quoted: readonly (number | string)[],
  at: string,
  state: PricePoint['state'],
  point?: number,
): PricePoint[] {
  const last = points.at(-1);
  const prices = quoted.every((price) => typeof price === 'number') && quoted.length > 0 ? quoted : last?.prices;
  if (!prices || (!last && state === 'closed')) return points;
  const line = point ?? last?.point;
  const isSame = last && last.prices.join() === prices.join() && last.point === line && last.state === state;
  if (isSame) return points;
  const next = { at, prices: [...prices], ...(line !== undefined && { point: line }), ...(state && { state }) };
  return [...points, next];
}

type Market = MatchMarkets['markets'][number];
/** `isComplete`: whether every line of the book was known. */
type Applied = { readonly markets: readonly Market[]; readonly isComplete: boolean };

/** Applies a pushed book to markets whose names were fetched. A line that is not in the book is no longer on offer. */
export function applyBook(markets: readonly Market[], { lines }: MatchBook): Applied {
  const known = new Map(markets.map((market) => [nameOf(market.key, market.line ?? null), market]));
  const applied = lines.flatMap(([key, line, isOpen, quotedAt, prices]): readonly Market[] => {
    const market = known.get(nameOf(key, line));
    if (!market || market.selections.length * 2 !== prices.length) return [];
    const selections = market.selections.map(({ label }, at) => ({
      label,
      odds: prices[at * 2] ?? 1,
      fair: prices[at * 2 + 1] ?? 0,
    }));
    const state = isOpen === 1 ? 'open' : 'suspended';
    return [{ ...market, state, quotedAt: new Date(quotedAt).toISOString(), selections }];
  });
  return { markets: applied, isComplete: applied.length === lines.length };
}

const nameOf = (key: string, line: number | null): string => `${key} ${line ?? ''}`;
