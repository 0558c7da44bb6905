import { type Instant, instant, minutes } from '../instant.ts';

/** A moment as ISO 8601 text in UTC, such as `2026-11-21T14:05:00.000Z`. */
// biome-ignore lint/style/noRestrictedGlobals: formats a given moment; reads no clock.
export const utcText = (at: Instant): string => new Date(at).toISOString();

export const utcTextOrNull = (at: Instant | null | undefined): string | null =>
  at === null || at === undefined ? null : utcText(at);

/** To the minute, for people: `2026-11-21 14:05 UTC`. Not translated: the same in all languages. */
export const minuteText = (at: Instant): string => `${utcText(at).slice(0, 16).replace('T', ' ')} UTC`;

/** The first whole minute from a moment on, for people who wait for it: what is allowed from that moment is allowed then. */
export const fromMinuteText = (at: Instant): string => minuteText(instant(Math.ceil(at / minutes(1)) * minutes(1)));
