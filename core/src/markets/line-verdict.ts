import type { Verdict } from './definition.ts';

/** Returns how a bet ends by its goals past the line: a whole line met exactly is void, a quarter line is half of each neighbour. */
export function lineVerdict(lead: number): Verdict {
  if (lead === 0) return 'void';
  // Exact in binary: lines are quarters of a goal.
  if (Math.abs(lead) === 0.25) return lead > 0 ? 'half-won' : 'half-lost';
  return lead > 0 ? 'won' : 'lost';
}
