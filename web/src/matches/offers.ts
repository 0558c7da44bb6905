import type { MatchRow, Price } from '@touchline/core/contract';
import {
  lineOf,
  type Outcome,
  outcomeLabel,
  outcomesOf,
  picksOf,
  type RowMarket,
  rowMarkets,
  shortLabel,
} from '@touchline/core/markets';
import type { OfferState } from '../ui/odds-button.tsx';

/** One price of a match as a button shows it. `outcome` is the text that a bet sends. */
export type Offer = {
  readonly label: string;
  readonly outcome: string;
  readonly price: Price;
  readonly state: OfferState;
};
/** The prices of a market in the order of its selections, '-' where there is none. */
type RowPrices = { readonly point?: number; readonly prices: readonly Price[] };

/** What a row quotes of a market; `null` while it has no line. */
export function pricesOfRow({ odds }: MatchRow, key: RowMarket): RowPrices | null {
  if (key === 'h2h') return { prices: [odds.homeWin, odds.draw, odds.awayWin] };
  const line = odds.overUnder;
  return line && { point: line.point, prices: [line.over, line.under] };
}

/** The price of an outcome in a row; `-` when there is none, `undefined` when its line is not the line of the row. */
export function priceInRow(row: MatchRow, outcome: Outcome): Price | undefined {
  const quoted = pricesOfRow(row, outcome.market);
  if (!quoted || lineOf(quoted) !== lineOf(outcome)) return undefined;
  return quoted.prices[picksOf(outcome.market).indexOf(outcome.pick)];
}

/** The buttons of a match, market by market: 1, X, 2, and Over and Under when there is a line. */
export const offersOf = (row: MatchRow): readonly { readonly key: RowMarket; readonly offers: readonly Offer[] }[] =>
  rowMarkets.flatMap((key) => {
    const quoted = pricesOfRow(row, key);
    if (!quoted) return [];
    const offers = outcomesOf(key, quoted).map((outcome, at) => {
      const price = quoted.prices[at] ?? '-';
      return {
        label: shortLabel(outcome),
        outcome: outcomeLabel(row.match, outcome),
        price,
        state: stateOf(row, key, price),
      };
    });
    return [{ key, offers }];
  });

/** Whether an admin keeps betting on it closed, with all other matches or those of its league. */
export const isBettingClosed = ({ notes }: MatchRow): boolean =>
  rowMarkets.some((key) => notes?.[key]?.why === 'betting-closed');

function stateOf(row: MatchRow, market: RowMarket, price: Price): OfferState {
  if (row.status !== 'open') return 'closed';
  if (price === '-' || row.markets[market] === 'none') return 'missing';
  return row.markets[market] === 'suspended' ? 'suspended' : 'open';
}
