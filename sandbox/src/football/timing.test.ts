import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthMs, minuteOfShare, scoreboardClock, shareDue, type Timing } from './timing.ts';

const timings = fc.record({
  minuteMs: fc.constant(5_000),
  firstStoppage: fc.integer({ min: 1, max: 5 }),
  halfTime: fc.integer({ min: 5, max: 15 }),
  secondStoppage: fc.integer({ min: 2, max: 8 }),
});

test('converts between minutes and shares of goals', () => {
  fc.assert(
    fc.property(timings, fc.double({ min: 0, max: 0.9999, noNaN: true }), (timing, share) => {
      expect(shareDue(timing, minuteOfShare(timing, share))).toBeCloseTo(share, 6);
    }),
  );
});

test('the share grows from 0 at kick-off to 1 at the final whistle, not during half-time', () => {
  fc.assert(
    fc.property(timings, fc.double({ min: 0, max: 130, noNaN: true }), (timing, minute) => {
      expect(shareDue(timing, 0)).toBe(0);
      expect(shareDue(timing, lengthMs(timing) / timing.minuteMs)).toBeCloseTo(1);
      expect(shareDue(timing, minute + 1)).toBeGreaterThanOrEqual(shareDue(timing, minute));
      const breakAt = 45 + timing.firstStoppage;
      expect(shareDue(timing, breakAt + timing.halfTime)).toBeCloseTo(shareDue(timing, breakAt));
    }),
  );
});

test('formats the clock like a scoreboard', () => {
  const timing: Timing = { minuteMs: 5_000, firstStoppage: 2, halfTime: 5, secondStoppage: 4 };
  const read = [0, 44.9, 45, 46.5, 47, 51.9, 52, 96.9, 97, 100.5].map((minute) => scoreboardClock(timing, minute));
  expect(read).toEqual(["1'", "45'", "45+1'", "45+2'", 'HT', 'HT', "46'", "90'", "90+1'", "90+4'"]);
});
