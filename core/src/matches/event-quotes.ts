import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { DerivedKey } from '../markets/index.ts';

/** The prices of one line of a market that the odds provider quotes for a single match, in the order of its selections. */
export type EventQuote = {
  readonly market: DerivedKey;
  /** As bookmakers quote it: in play a handicap counts the goals from then on. */
  readonly line: number | null;
  readonly odds: readonly number[];
  readonly bookmaker: string;
  readonly quotedAt: Instant;
};

/** `version` counts the changes. */
export type EventQuotes = { readonly version: number; readonly quotes: readonly EventQuote[] };

/**
 * Why the provider is not asked for the further markets of a match. `credits`: those set aside until now are spent · `kept`: the rest is
 * kept for matches with bets.
 */
export type SkippedQuotes = { readonly matchId: MatchId; readonly why: 'credits' | 'kept' };

/** What the plan of credits does for further markets. */
export type EventQuotePlan = {
  readonly at: Instant;
  /** Credits spent on them since the 1st. */
  readonly used: number;
  /** Credits set aside for the whole month; `null` without a budget. */
  readonly reserved: number | null;
  /** The matches near kick-off or in play that were asked for, or left out, at `at`. */
  readonly asked: number;
  readonly skipped: readonly SkippedQuotes[];
};
