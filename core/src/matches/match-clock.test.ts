import { expect, test } from 'vitest';
import { instant, minutes } from '../instant.ts';
import { matchMinute } from './match-clock.ts';

const kickoffAt = instant(Date.parse('2026-11-21T15:00:00Z'));
const after = (played: number) => instant(kickoffAt + minutes(played));

test.each([
  [0, "1'"],
  [33.9, "34'"],
  [44.99, "45'"],
  [45, "45+1'"],
  [47, 'HT'],
  [61.9, 'HT'],
  [62, "46'"],
  [83.5, "67'"],
  [106.9, "90'"],
  [109.5, "90+3'"],
])('%s minutes after kick-off it is %s', (played, minute) =>
  expect(matchMinute(kickoffAt, after(played))).toBe(minute),
);

test('a calendar that runs twelve times as fast has its own clock', () => {
  const clock = { speed: 12, halfTime: 5 };
  expect([2, 4, 5, 8].map((minute) => matchMinute(kickoffAt, after(minute), clock))).toEqual([
    "25'",
    'HT',
    "54'",
    "90'",
  ]);
});
