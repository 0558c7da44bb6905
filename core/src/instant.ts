declare const unit: unique symbol;

/** A moment: whole milliseconds since 1970-01-01T00:00:00Z. Rules receive the time and never read a clock. */
export type Instant = number & { readonly [unit]: 'ms since epoch' };

/** Brands `ms` (whole milliseconds since the epoch). Throws a RangeError when it is not a finite number. */
export function instant(ms: number): Instant {
  if (!Number.isFinite(ms)) throw new RangeError(`not a moment in time: ${ms}`);
  return Math.trunc(ms) as Instant;
}

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
/** The most milliseconds that this many years can have, so that what must last for years never ends early. */
export const years = (count: number): number => hours(24 * Math.ceil(365.25 * count));
