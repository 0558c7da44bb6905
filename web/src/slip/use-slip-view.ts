import { potentialWinnings, slipOdds, withoutMatch } from '@touchline/core/betting';
import type { Cents, Decimal } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useSlipActors } from './slip-context.ts';
import { matchNameOf, mustBeRemoved, priceThatCounts, type SlipLine } from './slip-line.ts';
import type { SlipContext } from './slip-moves.ts';
import { offerOf, type SlipOffer, slipLines } from './slip-offer.ts';
import { stakeFromText } from './stake.ts';

/** Odds and winnings, as accepted and as they would be after accepting what moved. */
export type SlipSums = {
  readonly stake: Cents;
  readonly odds: Decimal;
  readonly oddsNow: Decimal;
  readonly winnings: Cents;
  readonly winningsNow: Cents;
  /** What the bet would pay if this match alone were void: its odds count as 1. */
  readonly ifVoid: readonly VoidCase[];
};
type VoidCase = { readonly matchName: string; readonly winnings: Cents; readonly winningsNow: Cents };
export type SlipView = {
  readonly context: SlipContext;
  readonly lines: readonly SlipLine[];
  readonly offer: SlipOffer;
  readonly sums: SlipSums;
};

/** The slip as the panel draws it. */
export function useSlipView(): SlipView {
  const { slip } = useSlipActors();
  const context = useSelector(slip, (snapshot) => snapshot.context);
  return useMemo(() => {
    const lines = slipLines(context);
    return { context, lines, offer: offerOf(context), sums: sumsOf(lines, context) };
  }, [context]);
}

function sumsOf(lines: readonly SlipLine[], { policy, stakeText }: SlipContext): SlipSums {
  const stake = stakeFromText(stakeText);
  const accepted = lines.map((line) => ({ ...line.entry, odds: priceThatCounts(line, policy) }));
  const current = lines.map((line) => ({ ...line.entry, odds: mustBeRemoved(line) ? line.entry.odds : line.now }));
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
