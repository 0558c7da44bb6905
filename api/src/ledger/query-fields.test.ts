import { expect, test } from 'vitest';
import { utcText } from './query-fields.ts';

test.each([
  ['2026-11-20T14:00:00Z', '2026-11-20T14:00:00.000000Z'],
  ['2026-11-20T14:00:00.1Z', '2026-11-20T14:00:00.100000Z'],
  ['2026-11-20T14:00:00.1234569Z', '2026-11-20T14:00:00.123456Z'],
  ['2026-11-20T15:30:00.5+01:30', '2026-11-20T14:00:00.500000Z'],
  ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
])('%s is asked of the database as %s', (given, asked) => {
  expect(utcText(given)).toBe(asked);
});
