import { expect, test } from 'vitest';
import { exclusionChoices, requestOf, usedText } from './limit-texts.ts';

test('every choice of a break is one that the server accepts', () => {
  expect(exclusionChoices.map(requestOf)).toEqual([
    { kind: 'time-out', days: 1 },
    { kind: 'time-out', days: 7 },
    { kind: 'time-out', days: 30 },
    { kind: 'time-out', days: 42 },
    { kind: 'self-exclusion', days: 184 },
    { kind: 'self-exclusion', days: 366 },
    { kind: 'self-exclusion', days: 1_827 },
    { kind: 'self-exclusion', days: null },
  ]);
});
test('shows the used amount with and without a limit', () => {
  expect([usedText({ amount: null, used: 12.5 }), usedText({ amount: 50, used: 12.5 })]).toEqual([
    '$12.50 used',
    '$12.50 of $50.00',
  ]);
});
