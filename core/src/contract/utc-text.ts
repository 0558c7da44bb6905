import type { Instant } from '../instant.ts';

const dayMs = 86_400_000;
/** Days of 400 years of the calendar, after which it repeats itself; they begin on 1 March of the year 0. */
const daysOfEra = 146_097;
const daysBefore1970 = 719_468;

/** A moment as ISO 8601 text in UTC, such as `2026-11-21T14:05:00.000Z`, worked out without a clock. Years 0 to 9999. */
export function utcText(at: Instant): string {
  const days = Math.floor(at / dayMs);
  const { year, month, day } = dateOf(days + daysBefore1970);
  const ms = at - days * dayMs;
  const time = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${time.map((part) => pad(part, 2)).join(':')}.${pad(ms % 1_000, 3)}Z`;
}

/** To the minute, for people: `2026-11-21 14:05 UTC`. */
export const minuteText = (at: Instant): string => `${utcText(at).slice(0, 16).replace('T', ' ')} UTC`;

/** Years that begin in March have their leap day at the end, so that every month before it has its place. */
function dateOf(days: number) {
  const era = Math.floor(days / daysOfEra);
  const dayOfEra = days - era * daysOfEra;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');
