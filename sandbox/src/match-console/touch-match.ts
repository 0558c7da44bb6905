import type { Phase, Touch } from '../football/match.ts';
import type { Touches } from '../world/touches.ts';
import type { World } from '../world/world.ts';

/** Why the match console refuses: `missing` (no such match), `late` (not at this stage), `wrong` (invalid request). */
type ConsoleRefusal = { readonly ok: false; readonly why: 'missing' | 'late' | 'wrong'; readonly message: string };
/** `becomes`: the new id of the match, if it changes. */
type ConsoleDone = { readonly ok: true; readonly id: string; readonly becomes?: string };
export type ConsoleResult = ConsoleDone | ConsoleRefusal;

export type ConsoleDeps = { readonly world: World; readonly touches: Touches; readonly now: () => number };

export const refused = (why: ConsoleRefusal['why'], message: string): ConsoleRefusal => ({ ok: false, why, message });
export const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

type Change = (touch: Touch, now: number, phase: Phase) => Touch | readonly Touch[] | ConsoleRefusal;

/** Changes a match in its current state; returns two changes if it continues under another id. */
export function change(deps: ConsoleDeps, id: string, how: Change): ConsoleResult {
  const now = deps.now();
  const sight = deps.world.sight(id, now);
  if (!sight) return refused('missing', `There is no match ${id}.`);
  const changed = how(sight.touch, now, sight.match.phase);
  if ('ok' in changed) return changed;
  const touches = 'plan' in changed ? [changed] : changed;
  for (const touch of touches) deps.touches.put(touch, now);
  const other = touches.find(({ plan }) => plan.id !== id);
  return other ? { ok: true, id, becomes: other.plan.id } : { ok: true, id };
}
