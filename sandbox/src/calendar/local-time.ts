/** A local time. Months count from 1. */
export type LocalTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
};

/** Returns the instant (ms) of a local time, with summer time. */
export function instantOf(local: LocalTime, zone: string): number {
  const asIfUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
  // The offset at the guess may be the one before a change of the clocks; the second attempt is after it.
  const once = asIfUtc - offsetMs(asIfUtc, zone);
  return asIfUtc - offsetMs(once, zone);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function offsetMs(instant: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    clocks.set(zone, clock);
  }
  const shown: Record<string, number> = {};
  for (const part of clock.formatToParts(instant)) shown[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown as Partial<LocalTime>;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / 60_000) * 60_000;
}
