import { hours, minutes, seconds } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { retryAfterMs } from './retry.ts';

const base = seconds(40);
const failing = { kind: 'failing', words: '503' } as const;
const refused = { kind: 'refused-us', words: '401 INVALID_KEY' } as const;

test('each failure doubles the wait up to ten minutes, spread so that leagues do not come back at once', () => {
  const waits = [1, 2, 3, 10].map((failures) => retryAfterMs(failing, failures, base, 1));
  expect(waits).toEqual([base, 2 * base, 4 * base, minutes(10)]);
  expect(retryAfterMs(failing, 1, base, 0)).toBe(base / 2);
});

test('a provider that refuses us is asked seldom', () => {
  const waits = [seconds(1), seconds(10), base].map((baseMs) => retryAfterMs(refused, 1, baseMs, 0));
  expect(waits).toEqual([seconds(30), seconds(150), minutes(10)]);
});

test('a league that is not offered is asked once an hour', () => {
  expect(retryAfterMs({ kind: 'no-such-league', words: '404' }, 1, base, 0)).toBe(hours(1));
});
