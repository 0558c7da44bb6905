import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import type { FeedProblem } from './feed-problem.ts';

const rateLimitedMs = seconds(2);

/**
 * Returns how long to wait after `failures` in a row, this one included. Each failure doubles the wait; a league that is not
 * offered waits an hour. The request that checks whether our key is accepted again is free, so it is repeated more often.
 * `chance` (0 to 1) spreads the leagues' retries.
 */
export function retryAfterMs(problem: FeedProblem, failures: number, baseMs: number, chance: number): number {
  switch (problem.kind) {
    case 'no-such-league':
      return hours(1);
    case 'refused-us':
      return doubled(failures, baseMs, minutes(5)) * (0.5 + chance / 2);
    case 'wrong-question':
    case 'failing': {
      const waitMs = doubled(failures, baseMs, minutes(10)) * (0.5 + chance / 2);
      return problem.message.startsWith('429') ? Math.max(rateLimitedMs, waitMs) : waitMs;
    }
  }
}

const doubled = (failures: number, baseMs: number, limit: number): number =>
  Math.min(baseMs * 2 ** (failures - 1), limit);

/** Remembers per league how often requests failed in a row, and until when to wait. */
export type BackOff = {
  readonly isWaiting: (leagueKey: string, now: Instant) => boolean;
  /** Records a failure and returns how many there were in a row. */
  readonly fail: (leagueKey: string, problem: FeedProblem, at: Instant) => number;
  /** Returns whether the last request had failed. */
  readonly succeed: (leagueKey: string) => boolean;
};

export function createBackOff({ baseMs, chance }: { readonly baseMs: number; readonly chance: () => number }): BackOff {
  const leagues = new Map<string, { readonly failures: number; readonly until: Instant }>();
  return {
    isWaiting: (key, now) => (leagues.get(key)?.until ?? 0) > now,
    fail: (key, problem, at) => {
      const failures = (leagues.get(key)?.failures ?? 0) + 1;
      leagues.set(key, { failures, until: instant(at + retryAfterMs(problem, failures, baseMs, chance())) });
      return failures;
    },
    succeed: (key) => leagues.delete(key),
  };
}
