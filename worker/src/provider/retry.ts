import { hours, minutes, seconds } from '@touchline/core/instant';
import type { FeedProblem } from './odds-api.ts';

/** One that finds us too frequent wants to be left alone for a moment. */
const tooFrequentMs = seconds(2);

/**
 * How long to leave the provider alone after `failures` in a row (this one included). A league that it does not offer is asked once
 * an hour; else each failure doubles the wait. Whether a refusal of our key still stands is asked for nothing, so more often.
 * `chance` (0 to 1) keeps leagues from coming back all at once.
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
      return problem.words.startsWith('429') ? Math.max(tooFrequentMs, waitMs) : waitMs;
    }
  }
}

const doubled = (failures: number, baseMs: number, limit: number): number =>
  Math.min(baseMs * 2 ** (failures - 1), limit);
