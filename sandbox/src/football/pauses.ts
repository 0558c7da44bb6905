import { bell } from '../chance/chance.ts';
import type { Plan, Touch } from './match.ts';

/** The shortest suspension after a goal or a red card, however fast the match runs. */
export const GOAL_PAUSE_MS = 8_000;
/** Fitted to in-play suspensions sampled every 32 s: the median duration in seconds and its spread in logs. */
const PAUSE_SECONDS = 22;
const PAUSE_SPREAD = 0.9;
const LONGEST_PAUSE_SECONDS = 300;

/** Returns since when a market is suspended for a goal or a red card; null while it is open. */
export function stopAt(plan: Plan, touch: Touch | undefined, now: number): { readonly from: number } | null {
  let from = now;
  let found = false;
  // A goal during a pause makes one long pause of both.
  for (const at of stopsBefore(plan, touch, now).sort((one, other) => other - one)) {
    if (at + pauseMs(plan, at) <= from && !found) continue;
    if (found && at + pauseMs(plan, at) < from) break;
    found = true;
    from = at;
  }
  return found ? { from } : null;
}

/** Returns when the market was last suspended for a goal or a red card; -Infinity if never. */
export const lastStopBefore = (plan: Plan, touch: Touch | undefined, now: number): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...happenedBefore(plan, touch, now));

// A match run from the console keeps its prices after a goal: its market is controlled there too.
const stopsBefore = (plan: Plan, touch: Touch | undefined, now: number): number[] =>
  plan.endsBy === 'hand' ? [] : happenedBefore(plan, touch, now);

function happenedBefore(plan: Plan, touch: Touch | undefined, now: number): number[] {
  const scripted = [...plan.goals, ...plan.reds].map(({ minute }) => plan.kickoffAt + minute * plan.timing.minuteMs);
  const byHand = [...(touch?.goals ?? []), ...(touch?.withdrawn ?? []), ...(touch?.reds ?? [])].map(({ at }) => at);
  return [...scripted, ...byHand].filter((at) => at <= now);
}

function pauseMs(plan: Plan, at: number): number {
  const seconds = PAUSE_SECONDS * Math.exp(PAUSE_SPREAD * bell(`${plan.id}|pause|${at}`));
  return Math.max(GOAL_PAUSE_MS, (Math.min(LONGEST_PAUSE_SECONDS, seconds) * plan.timing.minuteMs) / 60);
}
