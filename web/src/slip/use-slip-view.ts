import { potentialWinnings, slipOdds, withoutMatch } from '@touchline/core/betting';
import type { Cents, Decimal } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type SlipAction, slipAction, slipLines } from './slip-action.ts';
import { useSlipActors } from './slip-context.ts';
import { effectiveOdds, isUnavailable, matchNameOf, type SlipLine } from './slip-line.ts';
import type { SlipState } from './slip-setup.ts';
import { stakeFromText } from './stake.ts';

/** Odds and winnings, as accepted and as they would be after accepting the moved odds. */
export type Totals = {
  readonly stake: Cents;
  readonly odds: Decimal;
  readonly oddsNow: Decimal;
  readonly winnings: Cents;
  readonly winningsNow: Cents;
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

function totalsOf(lines: readonly SlipLine[], { policy, stakeText }: SlipState): Totals {
  const stake = stakeFromText(stakeText);
  const accepted = lines.map((line) => ({ ...line.entry, odds: effectiveOdds(line, policy) }));
  const current = lines.map((line) => ({ ...line.entry, odds: isUnavailable(line) ? line.entry.odds : line.now }));
  return {
    stake,
    odds: slipOdds(accepted),
    oddsNow: slipOdds(current),
    winnings: potentialWinnings(accepted, stake),
    winningsNow: potentialWinnings(current, stake),
    ifVoid: lines.map(({ entry }) => ({
      matchName: matchNameOf(entry),
      winnings: potentialWinnings(withoutMatch(accepted, entry.matchId), stake),
      winningsNow: potentialWinnings(withoutMatch(current, entry.matchId), stake),
    })),
  };
}
