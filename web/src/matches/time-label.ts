import type { Instant } from '@touchline/core/instant';

/** 'Today, 20:45', 'Tomorrow, 20:45' or 'Nov 23, 20:45', in the viewer's time zone. */
export function timeLabel(kickoffAt: Instant | undefined, now: Instant): string {
  if (kickoffAt === undefined) return 'Invalid date';
  const time = clock.format(kickoffAt);
  const days = dayNumber(kickoffAt) - dayNumber(now);
  if (days === 0) return `Today, ${time}`;
  if (days === 1) return `Tomorrow, ${time}`;
  return `${monthAndDay.format(kickoffAt)}, ${time}`;
}

/** Returns how long ago prices were confirmed: 'updated 40 s ago'. */
export function ageLabel(quotedAt: string | null, now: Instant): string {
  const ageMs = quotedAt === null ? Number.NaN : now - Date.parse(quotedAt);
  if (Number.isNaN(ageMs)) return 'not updated yet';
  const ageSeconds = Math.max(0, Math.floor(ageMs / 1_000));
  if (ageSeconds < 60) return `updated ${ageSeconds} s ago`;
  const ageMinutes = Math.floor(ageSeconds / 60);
  return ageMinutes < 60 ? `updated ${ageMinutes} min ago` : `updated ${Math.floor(ageMinutes / 60)} h ago`;
}

/** Returns the day number in the local calendar. Days of 23 or 25 hours count as one. */
export function dayNumber(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
