import type { Plan } from '../football/match.ts';
import { type Calendar, fastSlots } from './fast-slots.ts';
import { regularRounds } from './rounds.ts';

const DAY_MS = 86_400_000;
/** Results stay available for three days, as at the provider. */
const KEPT_MS = 3 * DAY_MS + 3_600_000;
const SLOTS_AHEAD = 8;

/** The simulated football calendar. Deterministic: the same moment always shows the same matches. */
export function simulatedCalendar(
  calendar: Calendar,
  daysAhead = 14,
): {
  readonly plans: (now: number) => Plan[];
  readonly slotMs: number;
} {
  const rounds = regularRounds(calendar);
  const fast = fastSlots(calendar, rounds.between);
  // The calendar begins a little before its epoch, so that the first visitor finds live matches.
  const begin = calendar.epoch - 15 * 60_000;
  return {
    slotMs: fast.everyMs,
    plans: (now) => {
      const from = Math.max(begin, now - KEPT_MS);
      return [
        ...fast.between(from, now + SLOTS_AHEAD * fast.everyMs),
        ...rounds.between(from, now + daysAhead * DAY_MS),
      ];
    },
  };
}
