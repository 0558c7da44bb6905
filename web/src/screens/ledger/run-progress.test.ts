import { expect, test } from 'vitest';
import { failed, passed, running } from '../../ledger/samples.ts';
import { durationText } from '../../ui/moment-text.ts';
import { progressOf, sampleOf, withRun } from './run-progress.ts';

test('computes rate and time left from two samples far enough apart', () => {
  const later = { ...running, eventsDone: 500 };
  expect(progressOf(later, sampleOf(running, 10_000), sampleOf(later, 12_000))).toEqual({
    share: 0.5,
    perSecond: 125,
    secondsLeft: 4,
  });
});
test.each([
  ['a single one', sampleOf(running, 10_000), sampleOf(running, 10_000)],
  ['two at once', sampleOf(running, 10_000), sampleOf({ ...running, eventsDone: 500 }, 10_100)],
  ['those of two runs', sampleOf(passed, 0), sampleOf(running, 10_000)],
  ['none', undefined, undefined],
] as const)('gives no rate for unsuitable samples: %s', (_, first, last) =>
  expect(progressOf(running, first, last)).toEqual({ share: 0.25, perSecond: undefined, secondsLeft: undefined }),
);
test('an empty ledger does not divide by zero', () =>
  expect(progressOf({ ...running, eventsTotal: 0, eventsDone: 0 }, undefined, undefined).share).toBe(0));
test('adds a new run at the top and replaces a known one', () => {
  expect(withRun([passed], running)).toEqual([running, passed]);
  expect(withRun([running, passed], failed)).toEqual([failed, passed]);
});
test('ignores a late push for a run that has ended', () => {
  expect(withRun([failed], running)).toEqual([failed]);
  const further = { ...running, eventsDone: 900 };
  expect(withRun([further], running)).toEqual([further]);
});
test.each([
  [0.2, '1 s'],
  [75, '1 min 15 s'],
  [7_260, '2 h 1 min'],
])('%d seconds are shown as %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
