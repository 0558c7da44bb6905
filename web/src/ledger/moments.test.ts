import { expect, test } from 'vitest';
import {
  exactUtcText,
  localFieldFrom,
  localText,
  momentFromLocalField,
  momentFromUtcField,
  momentKey,
  utcFieldFrom,
  utcText,
} from './moments.ts';

const iso = '2026-11-20T14:00:00.123456Z';

test('a moment is read in UTC, to the millisecond in a column and to the microsecond in the details', () => {
  expect(utcText(iso)).toBe('2026-11-20 14:00:00.123');
  expect(exactUtcText(iso)).toBe('2026-11-20 14:00:00.123456 UTC');
  expect(exactUtcText('2026-11-20T14:00:00Z')).toBe('2026-11-20 14:00:00.000000 UTC');
});
test.each([utcText, exactUtcText, localText])('what is no moment says so', (text) =>
  expect(text('soon')).toBe('Invalid date'),
);
test('moments with and without decimals sort as they happened', () =>
  expect([iso, '2026-11-20T14:00:00Z', '2026-11-20T13:59:59.9Z'].map(momentKey).toSorted()).toEqual([
    '2026-11-20T13:59:59.900000',
    '2026-11-20T14:00:00.000000',
    '2026-11-20T14:00:00.123456',
  ]));
test('a field of date and time is taken as UTC and shown as UTC', () => {
  expect(momentFromUtcField('2026-11-20T14:00')).toBe('2026-11-20T14:00:00Z');
  expect(momentFromUtcField('2026-11-20T14:00:07')).toBe('2026-11-20T14:00:07Z');
  expect(utcFieldFrom('2026-11-20T14:00:07Z')).toBe('2026-11-20T14:00:07');
  expect(momentFromUtcField('2026-13-45T14:00')).toBeUndefined();
  expect(momentFromUtcField('')).toBeUndefined();
});
test("a bettor's field keeps the moment through the bettor's own time zone", () => {
  const moment = '2026-11-20T14:00:07.000Z';
  expect(momentFromLocalField(localFieldFrom(moment))).toBe(moment);
  expect(momentFromLocalField('')).toBeUndefined();
  expect(localFieldFrom('soon')).toBe('');
});
