import type { MatchHistory, MatchRow, PricePoint } from '@touchline/core/contract';
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
