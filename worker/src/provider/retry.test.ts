import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { createBackOff, retryAfterMs } from './retry.ts';

const base = seconds(40);
const failing = { kind: 'failing', message: '503' } as const;
const refused = { kind: 'refused-us', message: '401 INVALID_KEY' } as const;

test('doubles the wait with each failure up to ten minutes, spread at random', () => {
  const waits = [1, 2, 3, 10].map((failures) => retryAfterMs(failing, failures, base, 1));
  expect(waits).toEqual([base, 2 * base, 4 * base, minutes(10)]);
  expect(retryAfterMs(failing, 1, base, 0)).toBe(base / 2);
});

test('checks a refusal of our key every five minutes at most', () => {
  expect([1, 2, 20].map((failures) => retryAfterMs(refused, failures, base, 1))).toEqual([base, 2 * base, minutes(5)]);
});

test('waits at least two seconds after a rate limit', () => {
  const tooMany = { kind: 'failing', message: '429 EXCEEDED_FREQ_LIMIT' } as const;
  expect(retryAfterMs(tooMany, 1, seconds(1), 0)).toBe(seconds(2));
  expect(retryAfterMs(tooMany, 3, base, 1)).toBe(4 * base);
});

test('polls a league that is not offered once an hour', () => {
  expect(retryAfterMs({ kind: 'no-such-league', message: '404' }, 1, base, 0)).toBe(hours(1));
});

test('backs off per league until a request succeeds', () => {
  const backOff = createBackOff({ baseMs: base, chance: () => 1 });
  const at = (ms: number) => instant(ms);
  expect([backOff.fail('a', failing, at(0)), backOff.fail('a', failing, at(base))]).toEqual([1, 2]);
  expect([3 * base - 1, 3 * base].map((ms) => backOff.isWaiting('a', at(ms)))).toEqual([true, false]);
  expect(backOff.isWaiting('b', at(0))).toBe(false);
  expect([backOff.succeed('a'), backOff.succeed('a'), backOff.fail('a', failing, at(0))]).toEqual([true, false, 1]);
});
