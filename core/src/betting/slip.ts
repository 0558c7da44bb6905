import type { MatchId } from '../ids.ts';
import { schemaText } from '../language/index.ts';
import { type Cents, cents, type Decimal } from '../money/index.ts';

/** A selection on the bet slip: one per match, shown as '{home} vs {away}'. */
export type SlipEntry = {
  readonly matchId: MatchId;
  readonly betOutcome: string;
  readonly odds: Decimal;
  readonly matchName: string;
  /** The version of the match's row beside which the odds were shown; absent if they may be of any age. */
  readonly seenAt?: number;
};
export type Slip = readonly SlipEntry[];

/** The most tickets that are placed together. */
export const maxTickets = 20;
export const tooManyTickets = schemaText('Place at most 20 bets at once.');

/** The most selections of one request for prices. */
export const maxPricedSelections = 20;

/** Adds a selection, or replaces the one on the same match. */
export function withEntry(slip: Slip, entry: SlipEntry): Slip {
  const has = slip.some((other) => other.matchId === entry.matchId);
  return has ? slip.map((other) => (other.matchId === entry.matchId ? entry : other)) : [...slip, entry];
}

export const withoutMatch = (slip: Slip, matchId: MatchId): Slip => slip.filter((entry) => entry.matchId !== matchId);

/** Offered to everyone without usual stakes of their own. */
const standard: readonly Cents[] = [500, 1_000, 2_500, 5_000].map(cents);
const chips = 4;
/** Fewer bets say little about a habit. */
const leastBets = 5;

/**
 * The stakes that a slip offers, ascending: those a person places most often, the later one first of equally frequent ones. Free places
 * are filled with standard stakes, but not above the largest that this person has placed while there are smaller ones. All are within
 * the limits.
 * @param placed the person's last stakes, the newest first
 */
export function usualStakes(
  placed: readonly Cents[],
  limits: { readonly least: Cents; readonly most: Cents },
): readonly Cents[] {
  const counts = new Map<Cents, number>();
  for (const stake of placed.length < leastBets ? [] : placed) counts.set(stake, (counts.get(stake) ?? 0) + 1);
  const usual = [...counts].sort(([, one], [, other]) => other - one).map(([stake]) => stake);
  const largest = Math.max(0, ...usual);
  const known = standard.filter((stake) => stake <= largest);
  const offered = [...usual, ...known, ...standard].filter((stake) => stake >= limits.least && stake <= limits.most);
  return [...new Set(offered)].slice(0, chips).sort((one, other) => one - other);
}
