import type { MatchId } from '../ids.ts';
import { type Cents, type Decimal, payout, totalOdds } from '../money/index.ts';

/** A selection on the bet slip: one per match, shown as '{home} vs {away}'. */
export type SlipEntry = {
  readonly matchId: MatchId;
  readonly betOutcome: string;
  readonly odds: Decimal;
  readonly matchName: string;
};
export type Slip = readonly SlipEntry[];

/** Adds a selection, or replaces the one on the same match. */
export function withEntry(slip: Slip, entry: SlipEntry): Slip {
  const has = slip.some((other) => other.matchId === entry.matchId);
  return has ? slip.map((other) => (other.matchId === entry.matchId ? entry : other)) : [...slip, entry];
}

export const withoutMatch = (slip: Slip, matchId: MatchId): Slip => slip.filter((entry) => entry.matchId !== matchId);

/** Returns the product of all selections' odds. */
export const slipOdds = (slip: Slip): Decimal => totalOdds(slip.map((entry) => entry.odds));

/** Returns stake times total odds, rounded down to the cent, as it will be paid. */
export const potentialWinnings = (slip: Slip, stake: Cents): Cents =>
  payout(
    stake,
    slip.map((entry) => entry.odds),
  );
