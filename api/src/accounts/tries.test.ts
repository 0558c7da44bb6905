import { type Instant, instant, minutes } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { createTries } from './tries.ts';

const start = instant(0);
const allowed = (tries: ReturnType<typeof createTries>, at: Instant[]) => at.map((now) => tries.isAllowed('ada', now));

test('so many tries are allowed, the next is not', () => {
  const tries = createTries({ most: 3, withinMs: minutes(15) });
  expect(allowed(tries, [start, start, start, start])).toEqual([true, true, true, false]);
});

test('a window begins with its first try and ends, whatever was tried meanwhile', () => {
  const tries = createTries({ most: 1, withinMs: minutes(15) });
  const late = instant(minutes(15) - 1);
  const next = instant(minutes(15));
  expect(allowed(tries, [start, late, next, next])).toEqual([true, false, true, false]);
});

test('keys are counted apart, and a forgotten one begins anew', () => {
  const tries = createTries({ most: 1, withinMs: minutes(15) });
  expect([tries.isAllowed('ada', start), tries.isAllowed('bea', start)]).toEqual([true, true]);
  tries.forget('ada');
  expect([tries.isAllowed('ada', start), tries.isAllowed('bea', start)]).toEqual([true, false]);
});
