import { expect, test } from 'vitest';
import { atHalfTime, outcomeChances, overChance, scoreMatrix } from './score-matrix.ts';

const matrix = scoreMatrix({ home: 1.5, away: 1.2, rho: 0 });
const none = { home: 0, away: 0 };

test('at half-time each team has its share of Poisson goals', () => {
  const half = atHalfTime(matrix, none, 0.44);
  const expected = scoreMatrix({ home: 1.5 * 0.44, away: 1.2 * 0.44, rho: 0 });
  expect(overChance(half, 1.5)).toBeCloseTo(overChance(expected, 1.5), 6);
  expect(outcomeChances(half).draw).toBeCloseTo(outcomeChances(expected).draw, 6);
});

test('goals that were scored stay, and with no share left nothing changes any more', () => {
  const later = matrix.map((row, h) => row.map((chance) => (h < 1 ? 0 : chance)));
  const half = atHalfTime(later, { home: 1, away: 0 }, 0);
  expect(half[1]?.[0]).toBeCloseTo(1, 9);
});
