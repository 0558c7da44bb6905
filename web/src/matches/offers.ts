import type { MatchRow, Price } from '@touchline/core/contract';
import { type Outcome, outcomeLabel } from '@touchline/core/matches';
import type { OfferState } from '../ui/odds-button.tsx';

/** One price of a match as a button shows it. `outcome` is the wording that a bet sends (spec §3). */
export type Offer = {
  readonly label: string;
  readonly outcome: string;
  readonly price: Price;
  readonly state: OfferState;
};

/** The buttons of a match: 1, X, 2, and Over and Under when there is a line. */
export function offersOf(row: MatchRow): { readonly winner: readonly Offer[]; readonly goals: readonly Offer[] } {
  const { odds, match } = row;
  const offer = (label: string, outcome: Outcome, price: Price): Offer => ({
    label,
    outcome: outcomeLabel(match, outcome),
    price,
    state: stateOf(row, outcome.market, price),
  });
  const line = odds.overUnder;
  return {
    winner: [
      offer('1', { market: 'h2h', pick: 'home' }, odds.homeWin),
      offer('X', { market: 'h2h', pick: 'draw' }, odds.draw),
      offer('2', { market: 'h2h', pick: 'away' }, odds.awayWin),
    ],
    goals: line
      ? [
          offer(`Over ${line.point}`, { market: 'totals', pick: 'over', point: line.point }, line.over),
          offer(`Under ${line.point}`, { market: 'totals', pick: 'under', point: line.point }, line.under),
        ]
      : [],
  };
}

/** Whether an admin keeps betting on it closed, with all other matches or those of its league. */
export const isBettingClosed = ({ notes }: MatchRow): boolean =>
  [notes?.h2h, notes?.totals].some((note) => note?.why === 'betting-closed');

function stateOf(row: MatchRow, market: Outcome['market'], price: Price): OfferState {
  if (row.status !== 'open') return 'closed';
  if (price === '-' || row.markets[market] === 'none') return 'missing';
  return row.markets[market] === 'suspended' ? 'suspended' : 'open';
}
