import { expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { fromMinuteText, minuteText, utcText } from './utc-text.ts';

test('writes a moment as ISO 8601 in UTC, with milliseconds', () => {
  expect(utcText(instant(1_763_733_900_007))).toBe('2025-11-21T14:05:00.007Z');
});
test.each(['2000-02-29', '2100-03-01', '2024-12-31', '1970-01-01'])('writes the last minute of %s', (day) => {
  expect(minuteText(instant(Date.parse(`${day}T23:59:59Z`)))).toBe(`${day} 23:59 UTC`);
});

test('names a minute in which what is allowed from a moment on is allowed', () => {
  const texts = ['23:58:59.999', '23:59:00.000', '23:59:00.001'].map((time) =>
    fromMinuteText(instant(Date.parse(`2024-12-31T${time}Z`))),
  );
  expect(texts).toEqual(['2024-12-31 23:59 UTC', '2024-12-31 23:59 UTC', '2025-01-01 00:00 UTC']);
});
