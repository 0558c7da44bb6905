import { describe, expect, test } from 'vitest';
import { hours, instant, minutes, seconds } from './instant.ts';

describe('instants', () => {
  test('a moment is a whole number of milliseconds', () => {
    expect([instant(0), instant(1_795_269_600_000), instant(12.9)]).toEqual([0, 1_795_269_600_000, 12]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is no moment in time', (ms) => {
    expect(() => instant(ms)).toThrow(RangeError);
  });

  test('an hour is sixty minutes of sixty seconds', () => {
    expect([seconds(1), minutes(1), hours(1)]).toEqual([1_000, 60_000, 3_600_000]);
  });
});
