import type { LegStatus } from '../betting/index.ts';
import type { Instant } from '../instant.ts';
import { gradeLeg, type MatchResult, type Outcome, type Score } from '../markets/index.ts';

/**
 * Bets that are void whatever the score: those on a market (both when not given) taken from `from` on and before `until`. Only
 * an end means all before it, only a beginning all from it on, neither means all of them.
 */
export type VoidWindow = {
  readonly market?: Outcome['market'];
  readonly from?: Instant;
  readonly until?: Instant;
  /** Why, in the words of who decided it; bettors read it. */
  readonly reason?: string;
};

/**
 * What was decided about a match: how it ended, and which bets on it do not count. While it is `open` nothing else is decided: those
 * bets are void at once, and all others wait.
 */
export type MatchDecision = {
  readonly result: MatchResult | { readonly kind: 'open' };
  readonly voidBets: readonly VoidWindow[];
};

/** A leg as far as its verdict depends on it; `takenAt` is when its bet began to count. */
export type TakenLeg = { readonly outcome: Outcome; readonly takenAt: Instant };

/** What a leg on the match came to by a decision; pending while only windows were decided and it is in none. */
export function verdictOf(leg: TakenLeg, { result, voidBets }: MatchDecision): LegStatus {
  if (windowAround(leg, voidBets)) return 'void';
  return result.kind === 'open' ? 'pending' : gradeLeg(leg.outcome, result);
}

/** The window that makes a leg void. */
export const windowAround = (leg: TakenLeg, windows: readonly VoidWindow[]): VoidWindow | undefined =>
  windows.find((window) => isInside(leg, window));

/** Windows are the same when the same bets are in them, whatever the reason. */
export const isSameWindow = (one: VoidWindow, other: VoidWindow): boolean =>
  one.market === other.market && one.from === other.from && one.until === other.until;

const isInside = ({ outcome, takenAt }: TakenLeg, { market, from, until }: VoidWindow): boolean =>
  (market === undefined || market === outcome.market) &&
  (from === undefined || takenAt >= from) &&
  (until === undefined || takenAt < until);

/** A match that ended early is official once nine tenths of it were played; before that it counts as abandoned. */
const officialFromMinutes = 81;

/** The result of a match that the referee ended after so many minutes. */
export const endedAfter = (minutesPlayed: number, score: Score): MatchResult => ({
  kind: minutesPlayed >= officialFromMinutes ? 'score' : 'abandoned',
  score,
});

/**
 * A kick-off that was moved within 48 hours changes nothing for the bets on it, but those are void that were placed as if it had
 * not begun, between its true kick-off and the moment when that was seen here.
 */
export const lateBets = (trueKickoffAt: Instant, seenAt: Instant): VoidWindow => ({
  from: trueKickoffAt,
  until: seenAt,
  reason: 'placed after the true kick-off',
});
