import { instant } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { ageLabel, timeLabel } from './match-texts.ts';

const at = (day: number, hour: number, minute: number) => instant(new Date(2026, 10, day, hour, minute).getTime());
const now = at(20, 23, 50);

test.each([
  ['Today, 20:05', at(20, 20, 5)],
  ['Tomorrow, 00:10', at(21, 0, 10)],
  ['Nov 23, 15:00', at(23, 15, 0)],
  ['Nov 19, 23:59', at(19, 23, 59)],
  ['Invalid date', undefined],
])('a kick-off is shown as "%s"', (label, kickoffAt) => expect(timeLabel(kickoffAt, now)).toBe(label));

test.each([
  ['updated 40 s ago', 40],
  ['updated 2 min ago', 150],
  ['updated 3 h ago', 3 * 3_600 + 5],
  ['updated 0 s ago', -3],
])('the age of a price is shown as "%s"', (label, ageSeconds) =>
  expect(ageLabel(new Date(now - ageSeconds * 1_000).toISOString(), now)).toBe(label),
);

test('a price that was never confirmed says so', () => expect(ageLabel(null, now)).toBe('not updated yet'));
