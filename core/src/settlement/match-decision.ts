import type { LegStatus } from '../betting/index.ts';
import type { Instant } from '../instant.ts';
import {
  gradeLeg,
  isBuilder,
  type MarketKey,
  type MatchResult,
  type Outcome,
  partsOf,
  periodOf,
  type Score,
} from '../markets/index.ts';

/**
 * Bets that are void whatever the score: those on a market (all when absent) accepted from `from` on and before `until`. A missing
 * bound means no bound.
 */
export type VoidWindow = {
  readonly market?: MarketKey;
  /** With a market: also bet builders with a selection of it. Windows from before this member existed lack it. */
  readonly builders?: true;
  readonly from?: Instant;
  readonly until?: Instant;
  /** The admin's reason; bettors read it. */
  readonly reason?: string;
};

/**
 * A decision about a match: how it ended, and which bets on it are void. While it is `open` only those bets are settled, and at half-time
 * those that its score decides; all others wait.
 */
export type MatchDecision = {
  readonly result: MatchResult | { readonly kind: 'open'; readonly halfTime?: Score };
  readonly voidBets: readonly VoidWindow[];
};

/** What the verdict of a leg depends on; `takenAt` is when its bet was accepted. */
type TakenLeg = { readonly outcome: Outcome; readonly takenAt: Instant };

/**
 * Returns the verdict of a leg by a decision; pending while the match is open and the leg is in no window, and while the score at
 * half-time, on which it depends, is not recorded.
 */
export function verdictOf(leg: TakenLeg, { result, voidBets }: MatchDecision): LegStatus {
  if (windowAround(leg, voidBets)) return 'void';
  if (result.kind === 'void') return 'void';
  const period = periodOf(leg.outcome);
  const { halfTime } = result;
  if (result.kind !== 'open') {
    const isAwaited = result.kind === 'score' && period !== 'match' && !halfTime;
    return isAwaited ? 'pending' : gradeLeg(leg.outcome, result);
  }
  if (period === 'match' || !halfTime) return 'pending';
  if (period === 'first-half') return gradeLeg(leg.outcome, { kind: 'score', score: halfTime, halfTime });
  const sofar = gradeLeg(leg.outcome, { kind: 'abandoned', score: halfTime, halfTime });
  return sofar === 'void' ? 'pending' : sofar;
}

/** Whether the half-time score of a result is possible: no team had more goals than it has now. */
export const isHalfTimePossible = (score: Score, { home, away }: Score): boolean =>
  home <= score.home && away <= score.away;

/** Returns the window that makes a leg void. */
export const windowAround = (leg: TakenLeg, windows: readonly VoidWindow[]): VoidWindow | undefined =>
  windows.find((window) => isInside(leg, window));

/** Whether two windows contain the same bets, whatever their reasons. */
export const isSameWindow = (one: VoidWindow, other: VoidWindow): boolean =>
  one.market === other.market && one.from === other.from && one.until === other.until;

const isInside = ({ outcome, takenAt }: TakenLeg, { market, builders, from, until }: VoidWindow): boolean =>
  (market === undefined || market === outcome.market || (builders === true && hasPartOf(outcome, market))) &&
  (from === undefined || takenAt >= from) &&
  (until === undefined || takenAt < until);

const hasPartOf = (outcome: Outcome, market: MarketKey): boolean =>
  isBuilder(outcome) && (partsOf(outcome) ?? []).some((part) => part.market === market);

/** A match that ended early counts as finished once nine tenths of it were played, and as abandoned before. */
const officialFromMinutes = 81;

/** Returns the result of a match that the referee ended early. */
export const endedAfter = (minutesPlayed: number, score: Score): MatchResult => ({
  kind: minutesPlayed >= officialFromMinutes ? 'score' : 'abandoned',
  score,
});

/**
 * Returns the window of bets placed after the true kick-off of a match that began earlier than announced, until we noticed. Moving a
 * kick-off within 48 hours affects no other bets.
 */
export const lateBets = (trueKickoffAt: Instant, seenAt: Instant): VoidWindow => ({
  from: trueKickoffAt,
  until: seenAt,
  reason: 'placed after the true kick-off',
});
