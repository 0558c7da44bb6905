import type { MatchRow, Price } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Message, msg } from '@touchline/core/language';
import {
  lineOf,
  outcomesOf,
  picksOf,
  type QuotedOutcome,
  quotedLabel,
  quotedText,
  type RowMarket,
  rowMarkets,
  shortLabel,
} from '@touchline/core/markets';
import type { OfferState } from '../ui/odds-button.tsx';

/** A price as a button shows it. `outcome` is the label that a bet sends, `text` the same in the user's language. */
export type Offer = {
  readonly label: string;
  readonly outcome: string;
  readonly text: string;
  readonly price: Price;
  readonly state: OfferState;
};
/** A market's prices in the order of its selections; '-' for a missing one. */
type RowPrices = { readonly point?: number; readonly prices: readonly Price[] };

/** Returns a market's prices in a row; `null` if it has no goal line. */
export function pricesOfRow({ odds }: MatchRow, key: RowMarket): RowPrices | null {
  if (key === 'h2h') return { prices: [odds.homeWin, odds.draw, odds.awayWin] };
  const line = odds.overUnder;
  return line && { point: line.point, prices: [line.over, line.under] };
}

/** Returns an outcome's price: `-` if there is none, `undefined` if the row has another goal line. */
export function priceInRow(row: MatchRow, outcome: QuotedOutcome): Price | undefined {
  const quoted = pricesOfRow(row, outcome.market);
  if (!quoted || lineOf(quoted) !== lineOf(outcome)) return undefined;
  return quoted.prices[picksOf(outcome.market).indexOf(outcome.pick)];
}

/** Returns a match's buttons by market: 1, X, 2, and Over and Under if there is a goal line. */
export const offersOf = (row: MatchRow): readonly { readonly key: RowMarket; readonly offers: readonly Offer[] }[] =>
  rowMarkets.flatMap((key) => {
    const quoted = pricesOfRow(row, key);
    if (!quoted) return [];
    const offers = outcomesOf(key, quoted).map((outcome, at) => {
      const price = quoted.prices[at] ?? '-';
      return {
        label: shortLabel(outcome),
        outcome: quotedLabel(row.match, outcome),
        text: quotedText(row.match, outcome),
        price,
        state: stateOf(row, key, price),
      };
    });
    return [{ key, offers }];
  });

export const bettingClosed = msg('Betting closed');
const reasons: Readonly<Record<string, Message>> = {
  'betting-closed': bettingClosed,
  'score-awaited': msg('Score updating'),
};

/** Returns why a match cannot be bet on, if there is more to say than that it is suspended. */
export const reasonOf = ({ notes }: MatchRow) => rowMarkets.flatMap((key) => reasons[notes?.[key]?.why ?? ''] ?? [])[0];

function stateOf(row: MatchRow, market: RowMarket, price: Price): OfferState {
  if (row.status !== 'open') return 'closed';
  if (price === '-' || row.markets[market] === 'none') return 'missing';
  return row.markets[market] === 'suspended' ? 'suspended' : 'open';
}

/** Returns a row's id as the branded id that the slip uses. */
export const slipMatchId = (row: MatchRow): MatchId => row.id as MatchId;
