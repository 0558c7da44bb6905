import type { Match, Plan, Touch } from './match.ts';
import type { Score } from './score-matrix.ts';
import { lengthMs, scoreboardClock } from './timing.ts';

/** How long a simulated market is gone after a goal. */
export const GOAL_PAUSE_MS = 8_000;

/** A match as it stands now, given its plan and what the desk did to it. */
export function seeMatch(plan: Plan, touch: Touch | undefined, now: number): Match {
  const ended = touch?.ended ?? null;
  const wholeTime =
    plan.endsBy === 'clock' && !ended ? plan.kickoffAt + lengthMs(plan.timing) : Number.POSITIVE_INFINITY;
  const finishedAt = ended ? ended.at : wholeTime;
  const phase = now >= finishedAt ? 'finished' : now >= plan.kickoffAt ? 'live' : 'upcoming';
  return {
    id: plan.id,
    sportKey: plan.sportKey,
    homeTeam: plan.homeTeam,
    awayTeam: plan.awayTeam,
    kickoffAt: plan.kickoffAt,
    phase,
    clock: phase === 'live' ? scoreboardClock(plan.timing, minutesPlayed(plan, now)) : null,
    score: phase === 'upcoming' ? null : phase === 'finished' && ended ? ended.score : scoreAt(plan, touch, now),
    finishedAt: phase === 'finished' ? finishedAt : null,
    market: marketAt(plan, touch, now),
  };
}

export const minutesPlayed = (plan: Plan, now: number): number => (now - plan.kickoffAt) / plan.timing.minuteMs;

export function scoreAt(plan: Plan, touch: Touch | undefined, now: number): Score {
  const score = { home: 0, away: 0 };
  for (const goal of plan.goals) if (goalAt(plan, goal.minute) <= now) score[goal.side] += 1;
  for (const goal of touch?.goals ?? []) if (goal.at <= now) score[goal.side] += 1;
  return score;
}

// A match in the desk's hand keeps its prices through a goal: whoever scores there decides about the market too.
function marketAt(plan: Plan, touch: Touch | undefined, now: number): 'open' | 'suspended' {
  if (touch?.market === 'suspended') return 'suspended';
  if (plan.endsBy === 'hand') return 'open';
  const justNow = (at: number) => now >= at && now < at + GOAL_PAUSE_MS;
  const scripted = plan.goals.some((goal) => justNow(goalAt(plan, goal.minute)));
  return scripted || touch?.goals.some((goal) => justNow(goal.at)) ? 'suspended' : 'open';
}

const goalAt = (plan: Plan, minute: number): number => plan.kickoffAt + minute * plan.timing.minuteMs;
