import { instant } from '@touchline/core/instant';
import { formatDate, t } from '@touchline/core/language';
import { type MatchClock, matchMinute } from '@touchline/core/matches';

type Parts = Pick<Intl.DateTimeFormatOptions, 'year' | 'month' | 'day' | 'second'>;

/** Creates a formatter of ISO times in the user's time zone: hours and minutes plus the given parts. */
export function momentWith(parts: Parts): (iso: string) => string {
  const options = { ...parts, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return (iso) => {
    const at = Date.parse(iso);
    return Number.isNaN(at) ? t('Invalid date') : formatDate(at, options);
  };
}

/** Formats a time to the minute: "Nov 21, 13:00". */
export const minuteTime = momentWith({ month: 'short', day: 'numeric' });
/** Formats a time to the second: "Nov 21, 13:00:05". */
export const stepTime = momentWith({ month: 'short', day: 'numeric', second: '2-digit' });

/** Returns the minute of a goal by its kick-off, both ISO times. One that is reported at half-time was scored before it. */
export function goalMinute(kickoff: string, at: string, clock: MatchClock | undefined): string {
  const minute = matchMinute(instant(Date.parse(kickoff)), instant(Date.parse(at)), clock);
  return minute === 'HT' ? "45+'" : minute;
}

/** "23 h 5 min", "4 min 10 s" or "30 s"; a part of a second counts as one. */
export function durationText(exact: number): string {
  const seconds = Math.ceil(exact);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return t('{hours} h {minutes} min', { hours, minutes });
  return minutes > 0
    ? t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 })
    : t('{seconds} s', { seconds });
}
