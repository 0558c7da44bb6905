import type { MatchRow } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { formatDate, t } from '@touchline/core/language';

/** 'Today, 20:45', 'Tomorrow, 20:45' or 'Nov 23, 20:45', in the viewer's time zone. */
export function timeLabel(kickoffAt: Instant | undefined, now: Instant): string {
  if (kickoffAt === undefined) return t('Invalid date');
  const time = formatDate(kickoffAt, clock);
  const days = dayNumber(kickoffAt) - dayNumber(now);
  if (days === 0) return t('Today, {time}', { time });
  if (days === 1) return t('Tomorrow, {time}', { time });
  return `${formatDate(kickoffAt, monthAndDay)}, ${time}`;
}

/** Returns how long ago prices were confirmed: 'updated 40 s ago'. */
export function ageLabel(quotedAt: string | null, now: Instant): string {
  const ageMs = quotedAt === null ? Number.NaN : now - Date.parse(quotedAt);
  if (Number.isNaN(ageMs)) return t('not updated yet');
  const ageSeconds = Math.max(0, Math.floor(ageMs / 1_000));
  if (ageSeconds < 60) return t('updated {seconds} s ago', { seconds: ageSeconds });
  const ageMinutes = Math.floor(ageSeconds / 60);
  return ageMinutes < 60
    ? t('updated {minutes} min ago', { minutes: ageMinutes })
    : t('updated {hours} h ago', { hours: Math.floor(ageMinutes / 60) });
}

/** Returns the day number in the local calendar. Days of 23 or 25 hours count as one. */
export function dayNumber(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const monthAndDay = { month: 'short', day: 'numeric' } as const;

export const matchName = ({ homeTeam, awayTeam }: Pick<MatchRow['match'], 'homeTeam' | 'awayTeam'>): string =>
  t('{home} vs {away}', { home: homeTeam, away: awayTeam });

/** Who quoted a price. `consensus of 3` is recorded in English; a single bookmaker has its own name. */
export function quotedByText(bookmaker: string): string {
  const count = /^consensus of (\d+)$/.exec(bookmaker)?.[1];
  return count === undefined ? bookmaker : t('consensus of {count}', { count });
}
