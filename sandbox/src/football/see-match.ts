import type { Match, Phase, Plan, Touch } from './match.ts';
import { stopAt } from './pauses.ts';
import type { Score } from './score-matrix.ts';
import { lengthMs, scoreboardClock } from './timing.ts';

/** Returns a match's current state from its plan and changes. */
export function seeMatch(plan: Plan, touch: Touch | undefined, now: number): Match {
  const kickoffAt = touch?.away && now < touch.away.from ? touch.away.before : plan.kickoffAt;
  const finishedAt = endOf(plan, touch);
  const phase = phaseAt(touch, { now, kickoffAt, finishedAt });
  const correction = touch?.corrections.findLast((each) => each.at <= now);
  const abandonedAt = phase === 'abandoned' ? (touch?.abandonedAt ?? null) : null;
  const finalAt = phase === 'finished' ? (correction?.at ?? finishedAt) : null;
  return {
    id: plan.id,
    sportKey: plan.sportKey,
    homeTeam: plan.homeTeam,
    awayTeam: plan.awayTeam,
    kickoffAt,
    phase,
    clock: phase === 'live' ? scoreboardClock(plan.timing, minutesPlayed(plan, now)) : null,
    score: hasScore(phase)
      ? ((phase === 'finished' ? finalScore(touch, now) : null) ?? scoreAt(plan, touch, now))
      : null,
    reds: redsAt(plan, touch, now),
    finishedAt: phase === 'finished' ? finishedAt : null,
    scoreFrozenAt: finalAt ?? abandonedAt,
    market: touch?.market === 'suspended' || stopAt(plan, touch, now) ? 'suspended' : 'open',
  };
}

export const minutesPlayed = (plan: Plan, now: number): number => (now - plan.kickoffAt) / plan.timing.minuteMs;

/** Returns the score from the goals; it does not change after an abandonment. */
export function scoreAt(plan: Plan, touch: Touch | undefined, now: number): Score {
  const score = countedAt(plan, plan.goals, touch?.goals, stillAt(touch, now));
  for (const goal of touch?.withdrawn ?? []) if (goal.at <= now && score[goal.side] > 0) score[goal.side] -= 1;
  return score;
}

export const redsAt = (plan: Plan, touch: Touch | undefined, now: number): Score =>
  countedAt(plan, plan.reds, touch?.reds, stillAt(touch, now));

function phaseAt(
  touch: Touch | undefined,
  { now, kickoffAt, finishedAt }: { now: number; kickoffAt: number; finishedAt: number },
): Phase {
  const { away = null, abandonedAt = null } = touch ?? {};
  if (away && now >= away.from && now < (away.until ?? Number.POSITIVE_INFINITY)) return away.why;
  if (abandonedAt !== null && now >= abandonedAt) return 'abandoned';
  if (now >= finishedAt) return 'finished';
  return now >= kickoffAt ? 'live' : 'upcoming';
}

function endOf(plan: Plan, touch: Touch | undefined): number {
  if (touch?.ended) return touch.ended.at;
  return plan.endsBy === 'clock' ? plan.kickoffAt + lengthMs(plan.timing) : Number.POSITIVE_INFINITY;
}

const finalScore = (touch: Touch | undefined, now: number): Score | null =>
  touch?.corrections.findLast((each) => each.at <= now)?.score ?? touch?.ended?.score ?? null;

const hasScore = (phase: Phase): boolean => phase === 'live' || phase === 'finished' || phase === 'abandoned';

const stillAt = (touch: Touch | undefined, now: number): number =>
  Math.min(now, touch?.abandonedAt ?? Number.POSITIVE_INFINITY);

function countedAt(plan: Plan, scripted: Plan['goals'], byHand: Touch['goals'] | undefined, now: number) {
  const count = { home: 0, away: 0 };
  for (const { side, minute } of scripted) if (plan.kickoffAt + minute * plan.timing.minuteMs <= now) count[side] += 1;
  for (const { side, at } of byHand ?? []) if (at <= now) count[side] += 1;
  return count;
}
