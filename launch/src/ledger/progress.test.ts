import { expect, test } from 'vitest';
import { createProgress, progressLine } from './progress.ts';

test.each([
  [{ done: 120_000, total: 260_000 }, 1_200, ' 46 %  120,000 of 260,000 events · 100,000/s · 2 s left'],
  [{ done: 260_000, total: 260_000 }, 2_600, '100 %  260,000 of 260,000 events · 100,000/s · 0 s left'],
  [{ done: 1_000, total: 1_000_000 }, 1_000, '  0 %  1,000 of 1,000,000 events · 1,000/s · 17 min left'],
  [{ done: 50_000 }, 500, '50,000 events · 100,000/s'],
  [{ done: 0, total: 0 }, 0, '0 events · 0/s'],
])('%o after %i ms reads "%s"', (seen, elapsedMs, line) => {
  expect(progressLine(seen, elapsedMs)).toBe(line);
});

/** The output for 10 of 40 steps of 60 ms each. */
function written(on: 'terminal' | 'file'): string[] {
  const texts: string[] = [];
  let nowMs = 0;
  const progress = createProgress({ write: (text) => texts.push(text), on, nowMs: () => nowMs });
  for (let step = 1; step <= 40; step += 1) {
    nowMs += 60;
    progress.seen({ done: step * 1_000, total: 40_000 });
  }
  progress.end();
  return texts;
}

test('a terminal gets one bar that is removed at the end', () => {
  const texts = written('terminal');
  expect(texts.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true);
  expect(texts.some((text) => text.includes('████████████░░░░░░░░░░░░  50 %'))).toBe(true);
  expect(texts.at(-1)).toBe('\r\u001b[K');
});

test('a log gets a plain line from time to time', () => {
  expect(written('file')).toEqual([' 85 %  34,000 of 40,000 events · 16,667/s · 1 s left\n']);
});
