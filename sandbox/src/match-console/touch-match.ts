import type { Phase, Touch } from '../football/match.ts';
import type { Touches } from '../world/touches.ts';
import type { World } from '../world/world.ts';

/** Why the match console cannot do it: `missing` (no such match), `late` (not at this stage), `wrong` (what was asked makes no sense). */
type ConsoleRefusal = { readonly ok: false; readonly why: 'missing' | 'late' | 'wrong'; readonly message: string };
/** `becomes` is the id under which the match will be listed from now on, where that is another one. */
type ConsoleDone = { readonly ok: true; readonly id: string; readonly becomes?: string };
export type ConsoleResult = ConsoleDone | ConsoleRefusal;

export type ConsoleDeps = { readonly world: World; readonly touches: Touches; readonly now: () => number };

export const refused = (why: ConsoleRefusal['why'], message: string): ConsoleRefusal => ({ ok: false, why, message });
export const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

type Change = (touch: Touch, now: number, phase: Phase) => Touch | readonly Touch[] | ConsoleRefusal;

/** Changes one match as it stands now; two touches when it goes on under another id. */
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
