import { expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { minuteText, utcText } from './utc-text.ts';

test('writes a moment as ISO 8601 in UTC, with milliseconds', () => {
  expect(utcText(instant(1_763_733_900_007))).toBe('2025-11-21T14:05:00.007Z');
});
test.each(['2000-02-29', '2100-03-01', '2024-12-31', '1970-01-01'])('writes the last minute of %s', (day) => {
  expect(minuteText(instant(Date.parse(`${day}T23:59:59Z`)))).toBe(`${day} 23:59 UTC`);
});
