import type { Book, Match, Plan, Touch } from '../football/match.ts';
import { quotes } from '../football/quote.ts';
import { seeMatch } from '../football/see-match.ts';
import type { Touches } from './touches.ts';

/** A match at one moment, with what stands behind it. */
export type Sight = { readonly match: Match; readonly plan: Plan; readonly touch: Touch | undefined };

/** Everything that is going on: a calendar of plans, and what the match desk did to single matches. */
export type World = {
  /** Matches that are upcoming, live, or ended within the last days, by kick-off. */
  readonly sights: (now: number) => Sight[];
  readonly sight: (id: string, now: number) => Sight | undefined;
  readonly books: (sight: Sight, now: number) => Book[];
};

export function createWorld(plans: (now: number) => readonly Plan[], touches: Touches): World {
  const sights = (now: number): Sight[] => {
    const touched = touches.all();
    const untouched = plans(now).filter((plan) => !touched.has(plan.id));
    return [
      ...untouched.map((plan) => ({ plan, touch: undefined, match: seeMatch(plan, undefined, now) })),
      ...[...touched.values()].map((touch) => ({ plan: touch.plan, touch, match: seeMatch(touch.plan, touch, now) })),
    ].sort((one, other) => one.plan.kickoffAt - other.plan.kickoffAt || (one.plan.id < other.plan.id ? -1 : 1));
  };
  return {
    sights,
    sight: (id, now) => sights(now).find(({ plan }) => plan.id === id),
    books: ({ plan, touch, match }, now) => quotes(plan, touch, match, now),
  };
}
