import { t } from '@touchline/core/language';
import { momentWith } from '../ui/moment-text.ts';

/** The ledger's times are ISO 8601 in UTC with six decimals, so their text sorts chronologically. */
const shape = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\d*Z$/;

/** Formats a time in UTC to the millisecond: "2026-11-20 14:00:00.123". */
export function utcText(iso: string): string {
  const [, day, time, fraction = ''] = shape.exec(iso) ?? [];
  return day && time ? `${day} ${time}.${fraction.padEnd(3, '0').slice(0, 3)}` : t('Invalid date');
}

/** Formats a time in UTC to the microsecond: "2026-11-20 14:00:00.123456 UTC". */
export function exactUtcText(iso: string): string {
  const [, day, time, fraction = ''] = shape.exec(iso) ?? [];
  // Not translated: a technical time.
  return day && time ? `${day} ${time}.${fraction.padEnd(6, '0')} UTC` : t('Invalid date');
}

/** Returns a time as text that sorts chronologically, whatever its decimals. */
export function momentKey(iso: string): string {
  const [, day, time, fraction = ''] = shape.exec(iso) ?? [];
  return day && time ? `${day}T${time}.${fraction.padEnd(6, '0')}` : iso;
}

/** Formats a time in the user's time zone: "Nov 20, 2026, 15:00". */
export const localText = momentWith({ month: 'short', day: 'numeric', year: 'numeric' });

/** Converts the value of a date-time field in UTC: "2026-11-20T14:00" → "2026-11-20T14:00:00Z". */
export function momentFromUtcField(text: string): string | undefined {
  const [, whole, seconds] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::(\d{2}))?/.exec(text) ?? [];
  const moment = whole && `${whole}:${seconds ?? '00'}Z`;
  return moment && !Number.isNaN(Date.parse(moment)) ? moment : undefined;
}
/** Returns a time as the value of a date-time field in UTC. */
export const utcFieldFrom = (moment: string): string => moment.slice(0, 19);

/** Converts the value of a date-time field in the user's time zone. */
export function momentFromLocalField(text: string): string | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
/** Returns a time as the value of a date-time field in the user's time zone. */
export function localFieldFrom(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
