import { lineTotal } from '@touchline/core/betting';
import { type Cents, cents, Decimal, formatOdds, totalOdds } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useOddsFormat } from '../settings/preferences.ts';
import { type SlipAction, slipAction, slipLines } from './slip-action.ts';
import { useSlipActors } from './slip-context.ts';
import { effectiveOdds, isUnavailable, matchNameOf, type SlipLine } from './slip-line.ts';
import type { SlipState } from './slip-setup.ts';
import { kindOf, leastWinnings, mostWinnings, type TicketKind, ticketsOf, totalStake } from './tickets.ts';

/** Odds and winnings, as accepted and as they would be after accepting the moved odds. `odds`: of all selections together. */
export type Totals = {
  readonly kind: TicketKind;
  /** Of all tickets together, and how many parts have a stake: tickets, or lines of a system. */
  readonly stake: Cents;
  readonly parts: number;
  readonly odds: Decimal;
  readonly oddsNow: Decimal;
  readonly winnings: Cents;
  readonly winningsNow: Cents;
  /** The highest payout of a ticket at the current odds: each ticket has its own limit. `ticketOdds`: the same for a stake of 1 on each line. */
  readonly ticketPayout: Cents;
  readonly ticketOdds: Decimal;
  /** Of a system, at the current odds: the fewest selections that win anything, and what they win at least. */
  readonly least: ReturnType<typeof leastWinnings>;
  /** The winnings if one match were void: its odds count as 1. */
  readonly ifVoid: readonly VoidCase[];
};
type VoidCase = { readonly matchName: string; readonly winnings: Cents; readonly winningsNow: Cents };
export type SlipView = {
  readonly state: SlipState;
  readonly lines: readonly SlipLine[];
  readonly action: SlipAction;
  readonly totals: Totals;
};

/** The slip as the panel shows it. */
export function useSlipView(): SlipView {
  const { slip } = useSlipActors();
  const context = useSelector(slip, (snapshot) => snapshot.context);
  return useMemo(() => {
    const lines = slipLines(context);
    return { state: context, lines, action: slipAction(context), totals: totalsOf(lines, context) };
  }, [context]);
}

function totalsOf(lines: readonly SlipLine[], state: SlipState): Totals {
  const tickets = ticketsOf(state);
  const kind = kindOf(state);
  const accepted = lines.map((line) => effectiveOdds(line, state.policy));
  const current = lines.map((line) => (isUnavailable(line) ? line.entry.odds : line.now));
  const without = (odds: readonly Decimal[], at: number) => odds.map((price, other) => (other === at ? voided : price));
  return {
    kind,
    stake: totalStake(tickets),
    parts: tickets.reduce((total, ticket) => total + ticket.lines, 0),
    odds: totalOdds(accepted),
    oddsNow: totalOdds(current),
    winnings: mostWinnings(tickets, accepted),
    winningsNow: mostWinnings(tickets, current),
    ticketPayout: cents(Math.max(0, ...tickets.map((ticket) => mostWinnings([ticket], current)))),
    ticketOdds: Decimal.max(
      1,
      ...tickets.map(({ at, system }) =>
        lineTotal(
          at.flatMap((place) => current[place] ?? []),
          system,
        ),
      ),
    ),
    least: leastWinnings(tickets, current),
    ifVoid: lines.map(({ entry }, at) => ({
      matchName: matchNameOf(entry),
      winnings: mostWinnings(tickets, without(accepted, at)),
      winningsNow: mostWinnings(tickets, without(current, at)),
    })),
  };
}
const voided = new Decimal(1);

/** Formats exact prices in the user's odds format. */
export function useOddsText(): (price: Decimal) => string {
  const format = useOddsFormat();
  return (price) => formatOdds(price, format);
}
