import { type Book, type Match, type Plan, type Touch, untouched } from '../football/match.ts';
import { quotes } from '../football/quote.ts';
import { seeMatch } from '../football/see-match.ts';
import { fated } from './fated.ts';
import type { Touches } from './touches.ts';

/** A match at one moment, with its plan and changes. */
export type Sight = {
  readonly match: Match;
  readonly plan: Plan;
  readonly touch: Touch;
  readonly by: 'calendar' | 'console';
};

/** All matches: the plans of the calendar with the changes from the match console. */
export type World = {
  /** Matches that are upcoming, live, unlisted or recently ended, by kick-off. */
  readonly sights: (now: number) => Sight[];
  readonly sight: (id: string, now: number) => Sight | undefined;
  readonly books: (sight: Sight, now: number) => Book[];
};

export function createWorld(plans: (now: number) => readonly Plan[], touches: Touches): World {
  const sights = (now: number): Sight[] => {
    const touched = touches.all();
    const seen = (touch: Touch, by: Sight['by']): Sight => ({
      plan: touch.plan,
      touch,
      by,
      match: seeMatch(touch.plan, touch, now),
    });
    return [
      ...plans(now)
        .flatMap((plan) => (plan.fate ? fated(plan) : [untouched(plan)]))
        .filter(({ plan }) => !touched.has(plan.id))
        .map((touch) => seen(touch, 'calendar')),
      ...[...touched.values()].map((touch) => seen(touch, 'console')),
    ].sort((one, other) => one.match.kickoffAt - other.match.kickoffAt || (one.plan.id < other.plan.id ? -1 : 1));
  };
  return {
    sights,
    sight: (id, now) => sights(now).find(({ plan }) => plan.id === id),
    books: ({ plan, touch, match }, now) => quotes(plan, touch, match, now),
  };
}
