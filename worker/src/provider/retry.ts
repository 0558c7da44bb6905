import { hours, minutes, seconds } from '@touchline/core/instant';
import type { FeedProblem } from './odds-api.ts';

/**
 * How long to leave the provider alone after `failures` in a row (this one included). One that refuses our key or has no credits
 * left is asked seldom, a league it does not offer once an hour; else each failure doubles the wait. `chance` (0 to 1) keeps
 * leagues from coming back all at once.
 */
export function retryAfterMs(problem: FeedProblem, failures: number, baseMs: number, chance: number): number {
  switch (problem.kind) {
    case 'refused-us':
      return Math.max(seconds(30), Math.min(15 * baseMs, minutes(10)));
    case 'no-such-league':
      return hours(1);
    case 'wrong-question':
    case 'failing':
      return Math.min(baseMs * 2 ** (failures - 1), minutes(10)) * (0.5 + chance / 2);
  }
}
