import { expect, test } from 'vitest';
import { crashText, pacedRestarts, usualPace } from './restart-pace.ts';

test('pauses double up to ten seconds and are short again after ten healthy seconds', () => {
  const next = pacedRestarts(usualPace);
  const pauses = Array.from({ length: 10 }, () => next(1_000).pauseMs / 1000);
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 10, 10, 10, 10, 10]);
  expect(next(9_999)).toEqual({ crashesInARow: 11, pauseMs: 10_000 });
  expect(next(10_000)).toEqual({ crashesInARow: 1, pauseMs: 500 });
  expect(next(0)).toEqual({ crashesInARow: 2, pauseMs: 1_000 });
});

test('the message has the process, the count and the next start', () => {
  const now = new Date('2026-11-22T16:40:10.250Z');
  expect(crashText('api ended with exit code 1', { crashesInARow: 1, pauseMs: 500 }, now)).toBe(
    'api ended with exit code 1. Next start in 0.5 seconds, at 2026-11-22T16:40:10Z.',
  );
  expect(crashText('api was ended by SIGKILL', { crashesInARow: 3, pauseMs: 2_000 }, now)).toBe(
    'api was ended by SIGKILL, crash 3 in a row. Next start in 2 seconds, at 2026-11-22T16:40:12Z.',
  );
});
