import { eventId } from '../calendar/simulated-plan.ts';
import { type Plan, type Touch, untouched } from '../football/match.ts';
import { lengthMs } from '../football/timing.ts';

/** How long before kick-off a postponement is announced, and how long after that the new date. */
const ANNOUNCED_BEFORE_MS = 120_000;
const NEW_DATE_AFTER_MS = 600_000;

/** Applies a rare event to a plan: one changed match, or two if it returns under another id. */
export function fated(plan: Plan): Touch[] {
  const { fate } = plan;
  switch (fate?.kind) {
    case undefined:
      return [untouched(plan)];
    case 'abandoned':
      return [{ ...untouched(plan), abandonedAt: plan.kickoffAt + Math.round(fate.minute * plan.timing.minuteMs) }];
    case 'corrected': {
      const at = plan.kickoffAt + Math.ceil(lengthMs(plan.timing)) + fate.afterMs;
      return [{ ...untouched(plan), corrections: [{ score: fate.score, at }] }];
    }
    case 'postponed': {
      const from = plan.kickoffAt - ANNOUNCED_BEFORE_MS;
      return postponed(untouched(plan), {
        from,
        until: from + NEW_DATE_AFTER_MS,
        kickoffAt: plan.kickoffAt + fate.byMs,
        newId: fate.id === 'new' ? eventId(`${plan.id}|postponed`) : null,
      });
    }
  }
}

export type Postponement = {
  readonly from: number;
  /** When it is listed again. */
  readonly until: number;
  readonly kickoffAt: number;
  readonly newId: string | null;
};

/** The changes of a postponed match: under its own id, or removed and listed under a new one. */
export function postponed(touch: Touch, { from, until, kickoffAt, newId }: Postponement): Touch[] {
  const away = { why: 'postponed', from, until, before: touch.plan.kickoffAt } as const;
  const later = { ...touch, plan: { ...touch.plan, kickoffAt }, goals: [], withdrawn: [], reds: [] };
  if (newId === null) return [{ ...later, away }];
  return [
    { ...touch, away: { ...away, until: null } },
    { ...later, plan: { ...later.plan, id: newId }, away: { ...away, from: Number.MIN_SAFE_INTEGER } },
  ];
}
