import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { minuteText, utcText } from './utc-text.ts';

test('a moment is written as every other program writes it', () => {
  const from = Date.UTC(1900, 0, 1);
  const to = Date.UTC(2400, 11, 31);
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), (ms) => {
      expect(utcText(instant(ms))).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 2_000 },
  );
});
test.each(['2000-02-29', '2100-03-01', '2024-12-31', '1970-01-01'])('%s is itself', (day) => {
  expect(minuteText(instant(Date.parse(`${day}T23:59:59Z`)))).toBe(`${day} 23:59 UTC`);
});
