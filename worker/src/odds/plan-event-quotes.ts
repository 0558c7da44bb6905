import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, minutes } from '@touchline/core/instant';
import type { SkippedQuotes } from '@touchline/core/matches';

/** The share of the month's credits that is set aside for further markets. */
const eventShare = 0.1;

/** Returns the credits of a month that are set aside for further markets; `null` without a budget. */
export const eventReserve = (budget: number | null): number | null =>
  budget === null ? null : Math.floor(budget * eventShare);

/** A match that may be worth its further markets. */
export type EventCandidate = {
  readonly matchId: MatchId;
  readonly kickoffAt: Instant;
  /** When the provider was last asked for it. */
  readonly askedAt: Instant | undefined;
  /** The open stakes on it, in cents. */
  readonly staked: number;
};

export type EventPlanInput = {
  readonly candidates: readonly EventCandidate[];
  /** The most credits that a request can cost: markets times regions. */
  readonly cost: number;
  /** Credits set aside for the whole month, and those of them that are spent; `null` without a budget. */
  readonly reserved: number | null;
  readonly used: number;
};

export type EventPlan = {
  readonly due: readonly EventCandidate[];
  readonly skipped: readonly SkippedQuotes[];
};

/** Quotes matter when most bets are placed: from an hour before kick-off until the match has ended. */
const window = { before: hours(1), after: hours(2.25) };
/** Quotes are valid for 10 minutes before kick-off and for two in play. */
const everyMs = { upcoming: minutes(5), inPlay: minutes(1) };
/** Of the credits set aside until now, a match without bets gets none of the second half. */
const shareWithoutBets = 0.5;

/**
 * Chooses the matches to ask for now: those with the highest open stakes first, then by kick-off. Credits are set aside evenly over the
 * month, so quiet days save for busy ones.
 */
export function planEventQuotes(input: EventPlanInput, now: Instant): EventPlan {
  const { candidates, cost, reserved } = input;
  const setAside = reserved === null ? Number.POSITIVE_INFINITY : reserved * shareOfMonth(now);
  const due: EventCandidate[] = [];
  const skipped: SkippedQuotes[] = [];
  let { used } = input;
  const waiting = candidates
    .filter((candidate) => isDue(candidate, now))
    .toSorted((a, b) => b.staked - a.staked || a.kickoffAt - b.kickoffAt);
  for (const candidate of waiting) {
    const { matchId, staked } = candidate;
    if (used + cost > setAside) skipped.push({ matchId, why: 'credits' });
    else if (staked === 0 && used + cost > setAside * shareWithoutBets) skipped.push({ matchId, why: 'kept' });
    else {
      used += cost;
      due.push(candidate);
    }
  }
  return { due, skipped };
}

function isDue({ kickoffAt, askedAt }: EventCandidate, now: Instant): boolean {
  if (now < kickoffAt - window.before || now > kickoffAt + window.after) return false;
  const every = kickoffAt <= now ? everyMs.inPlay : everyMs.upcoming;
  // A quote from before kick-off does not count in play.
  return askedAt === undefined || now - askedAt >= every || (askedAt < kickoffAt && kickoffAt <= now);
}

/** The share of the month that has begun, by whole days, so that the first day has credits too. */
function shareOfMonth(now: Instant): number {
  const date = new Date(now);
  return date.getUTCDate() / new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
