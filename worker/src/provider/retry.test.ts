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

test('a provider that refuses us is asked, for nothing, every five minutes in the end', () => {
  expect([1, 2, 20].map((failures) => retryAfterMs(refused, failures, base, 1))).toEqual([base, 2 * base, minutes(5)]);
});

test('a provider that finds us too frequent is left alone for two seconds at least', () => {
  const tooMany = { kind: 'failing', words: '429 EXCEEDED_FREQ_LIMIT' } as const;
  expect(retryAfterMs(tooMany, 1, seconds(1), 0)).toBe(seconds(2));
  expect(retryAfterMs(tooMany, 3, base, 1)).toBe(4 * base);
});

test('a league that is not offered is asked once an hour', () => {
  expect(retryAfterMs({ kind: 'no-such-league', words: '404' }, 1, base, 0)).toBe(hours(1));
});
