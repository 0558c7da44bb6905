import type { MatchId } from '../ids.ts';
import { type Cents, type Decimal, payout, totalOdds } from '../money/index.ts';

/** A selection on the bettor's slip (spec §3): one per match, shown as '{home} vs {away}'. */
export type SlipEntry = {
  readonly matchId: MatchId;
  readonly betOutcome: string;
  readonly odds: Decimal;
  readonly matchName: string;
};
export type Slip = readonly SlipEntry[];

/** Adds a selection; one for a match already on the slip replaces it in its place. */
export function withEntry(slip: Slip, entry: SlipEntry): Slip {
  const has = slip.some((other) => other.matchId === entry.matchId);
  return has ? slip.map((other) => (other.matchId === entry.matchId ? entry : other)) : [...slip, entry];
}

export const withoutMatch = (slip: Slip, matchId: MatchId): Slip => slip.filter((entry) => entry.matchId !== matchId);

/** The product of all selections' odds (spec §9). */
export const slipOdds = (slip: Slip): Decimal => totalOdds(slip.map((entry) => entry.odds));

/** Stake times total odds, rounded down to the cent, as the house will pay it. */
export const potentialWinnings = (slip: Slip, stake: Cents): Cents =>
  payout(
    stake,
    slip.map((entry) => entry.odds),
  );
