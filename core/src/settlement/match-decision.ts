import type { LegStatus } from '../betting/index.ts';
import { type Instant, instant } from '../instant.ts';
import {
  decidedVerdict,
  gradeLeg,
  isBuilder,
  isSameScore,
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
  /** Set for a window that `lateBets` derived from the kick-offs. Windows of earlier versions lack it. */
  readonly late?: true;
};

/**
 * A decision about a match: how it ended, and which bets on it are void. While it is `open`, `score` is the last score that counts as
 * confirmed; only void bets are settled and those that the scores decide for good; all others wait.
 */
export type MatchDecision = {
  readonly result: MatchResult | { readonly kind: 'open'; readonly score?: Score; readonly halfTime?: Score };
  readonly voidBets: readonly VoidWindow[];
};

/** What the verdict of a leg depends on; `takenAt` is when its bet was accepted. */
export type TakenLeg = { readonly outcome: Outcome; readonly takenAt: Instant };

/**
 * Returns the verdict of a leg by a decision; pending while a further goal of an open match can change it and the leg is in no window,
 * and while the score at half-time, on which it depends, is not recorded.
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
  if (period === 'match') return (result.score && decidedVerdict(leg.outcome, result.score)) ?? 'pending';
  if (!halfTime) return 'pending';
  if (period === 'first-half') return gradeLeg(leg.outcome, { kind: 'score', score: halfTime, halfTime });
  const sofar = gradeLeg(leg.outcome, { kind: 'abandoned', score: halfTime, halfTime });
  return sofar === 'void' ? 'pending' : sofar;
}

/** Whether the half-time score of a result is possible: no team had more goals than it has now. */
export const isHalfTimePossible = (score: Score, { home, away }: Score): boolean =>
  home <= score.home && away <= score.away;

/**
 * Adds the score at half-time to a result; `undefined` if a team had more goals then than at the end. The score so far of a match that
 * goes on becomes that score if it lags behind it.
 */
export function withHalfTime(result: MatchDecision['result'], halfTime: Score): MatchDecision['result'] | undefined {
  if (result.kind === 'void') return undefined;
  if (!result.score || isHalfTimePossible(result.score, halfTime)) return { ...result, halfTime };
  return result.kind === 'open' ? { ...result, score: halfTime, halfTime } : undefined;
}

/**
 * Whether the last of a match's decisions only adds to those before it: the match went on, no goal was taken back, and no other bets are
 * void. Then no leg that is graded changes.
 */
export const onlyAdds = (decisions: readonly MatchDecision[]): boolean =>
  decisions.every(({ result, voidBets }, at) => {
    const next = decisions[at + 1];
    if (!next) return true;
    if (result.kind !== 'open' || next.result.kind === 'void' || next.result.kind === 'abandoned') return false;
    const { score, halfTime } = next.result;
    const hasSameWindows =
      voidBets.length === next.voidBets.length &&
      voidBets.every((window, index) => isExactly(window, next.voidBets[index]));
    return (
      hasSameWindows && keepsGoals(result.score, score) && (!result.halfTime || isSameScore(result.halfTime, halfTime))
    );
  });

const keepsGoals = (before: Score | undefined, after: Score | undefined): boolean =>
  !before || (after !== undefined && isHalfTimePossible(after, before));

/** Returns the window that makes a leg void. */
export const windowAround = (leg: TakenLeg, windows: readonly VoidWindow[]): VoidWindow | undefined =>
  windows.find((window) => isInside(leg, window));

const isExactly = (one: VoidWindow, other: VoidWindow | undefined): boolean =>
  other !== undefined && isSameWindow(one, other) && one.builders === other.builders;

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

const lateReason = 'placed after the true kick-off';

/** Whether a window covers late bets. Windows of earlier versions have only the reason. */
export const isLateWindow = ({ late, market, reason }: VoidWindow): boolean =>
  late === true || (market === undefined && reason === lateReason);

/** A kick-off as it was announced, from a moment on; the first one has none. */
export type AnnouncedKickoff = { readonly from?: Instant; readonly kickoffAt: Instant };

/**
 * Returns the windows of bets that were taken as before kick-off although the match had begun: after the kick-off that stands, while a
 * later one was announced, until `seenAt`, when the last such error was noticed. `announced`: oldest first. Moving a kick-off within 48
 * hours affects no other bets.
 */
export const lateBets = (
  announced: readonly AnnouncedKickoff[],
  kickoffAt: Instant,
  seenAt: Instant,
): readonly VoidWindow[] =>
  announced.flatMap((kickoff, at) => {
    const from = instant(Math.max(kickoffAt, kickoff.from ?? kickoffAt));
    const until = instant(Math.min(kickoff.kickoffAt, seenAt, announced[at + 1]?.from ?? seenAt));
    return from < until ? [{ from, until, late: true, reason: lateReason }] : [];
  });
