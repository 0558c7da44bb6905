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

test('formats a time in UTC, to the millisecond or microsecond', () => {
  expect(utcText(iso)).toBe('2026-11-20 14:00:00.123');
  expect(exactUtcText(iso)).toBe('2026-11-20 14:00:00.123456 UTC');
  expect(exactUtcText('2026-11-20T14:00:00Z')).toBe('2026-11-20 14:00:00.000000 UTC');
});
test.each([utcText, exactUtcText, localText])('an invalid time is shown as such', (text) =>
  expect(text('soon')).toBe('Invalid date'),
);
test('times sort chronologically with and without decimals', () =>
  expect([iso, '2026-11-20T14:00:00Z', '2026-11-20T13:59:59.9Z'].map(momentKey).toSorted()).toEqual([
    '2026-11-20T13:59:59.900000',
    '2026-11-20T14:00:00.000000',
    '2026-11-20T14:00:00.123456',
  ]));
test('a date-time field is read and written as UTC', () => {
  expect(momentFromUtcField('2026-11-20T14:00')).toBe('2026-11-20T14:00:00Z');
  expect(momentFromUtcField('2026-11-20T14:00:07')).toBe('2026-11-20T14:00:07Z');
  expect(utcFieldFrom('2026-11-20T14:00:07Z')).toBe('2026-11-20T14:00:07');
  expect(momentFromUtcField('2026-13-45T14:00')).toBeUndefined();
  expect(momentFromUtcField('')).toBeUndefined();
});
test('a date-time field in the user’s time zone keeps the time', () => {
  const moment = '2026-11-20T14:00:07.000Z';
  expect(momentFromLocalField(localFieldFrom(moment))).toBe(moment);
  expect(momentFromLocalField('')).toBeUndefined();
  expect(localFieldFrom('soon')).toBe('');
});
