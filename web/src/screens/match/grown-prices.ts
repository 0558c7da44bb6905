import type { MatchHistory, MatchRow, PricePoint } from '@touchline/core/contract';

type Prices = MatchHistory['prices'];

/** The prices with those of a newer row at their end, where they are others; the same object when nothing moved. */
export function grownBy(prices: Prices, row: MatchRow, at: string): Prices {
  const h2h = grown(prices.h2h, winnerPrices(row), at, stateOf(row.markets.h2h));
  const line = row.odds.overUnder;
  const totals = grown(
    prices.totals,
    line ? [line.over, line.under] : [],
    at,
    stateOf(row.markets.totals),
    line?.point,
  );
  return h2h === prices.h2h && totals === prices.totals ? prices : { h2h, totals };
}

const winnerPrices = ({ odds }: MatchRow) => [odds.homeWin, odds.draw, odds.awayWin];

const stateOf = (state: MatchRow['markets']['h2h']): PricePoint['state'] => {
  if (state === 'open') return undefined;
  return state === 'suspended' ? 'suspended' : 'closed';
};

function grown(
  points: PricePoint[],
  told: readonly (number | string)[],
  at: string,
  state: PricePoint['state'],
  point?: number,
): PricePoint[] {
  const last = points.at(-1);
  const prices = told.every((price) => typeof price === 'number') && told.length > 0 ? told : last?.prices;
  if (!prices || (!last && state === 'closed')) return points;
  const line = point ?? last?.point;
  const isSame = last && last.prices.join() === prices.join() && last.point === line && last.state === state;
  if (isSame) return points;
  const next = { at, prices: [...prices], ...(line !== undefined && { point: line }), ...(state && { state }) };
  return [...points, next];
}
