import { describe, expect, test } from 'vitest';
import { hours, instant, minutes, seconds, years } from './instant.ts';

describe('instants', () => {
  test('a moment is a whole number of milliseconds', () => {
    expect([instant(0), instant(1_795_269_600_000), instant(12.9)]).toEqual([0, 1_795_269_600_000, 12]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is no moment in time', (ms) => {
    expect(() => instant(ms)).toThrow(RangeError);
  });

  test('years are as long as that many can be', () => {
    const day = hours(24);
    expect([1, 4, 5, 8, 10].map((count) => years(count) / day)).toEqual([366, 1_461, 1_827, 2_922, 3_653]);
  });

  test('an hour is sixty minutes of sixty seconds', () => {
    expect([seconds(1), minutes(1), hours(1)]).toEqual([1_000, 60_000, 3_600_000]);
  });
});
