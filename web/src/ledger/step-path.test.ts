import { expect, test } from 'vitest';
import { indexAt, roundSpan, stepPath } from './step-path.ts';

const points = [
  { at: 0, value: 0 },
  { at: 50, value: 100 },
  { at: 100, value: 25 },
];

test('a balance stays until it changes, and to the right edge', () =>
  expect(stepPath(points, { from: 0, to: 200 }, { from: 0, to: 100 })).toBe('M0 1000H250V0H500V750H1000'));
test('no points, no path', () => expect(stepPath([], { from: 0, to: 1 }, { from: 0, to: 1 })).toBe(''));
test.each([
  [
    [0, 87.5],
    [0, 25, 50, 75, 100],
  ],
  [
    [3_826, 12],
    [0, 1_000, 2_000, 3_000, 4_000],
  ],
  [
    [-30, 50],
    [-40, -20, 0, 20, 40, 60],
  ],
  [[0], [0, 0.25, 0.5, 0.75, 1]],
])('the grid lines around %j are round numbers', (values, lines) => expect(roundSpan(values).lines).toEqual(lines));
test.each([
  [-5, 0],
  [49, 0],
  [50, 1],
  [99, 1],
  [500, 2],
])('at %i the step with index %i applies', (moment, index) => expect(indexAt(points, moment)).toBe(index));
