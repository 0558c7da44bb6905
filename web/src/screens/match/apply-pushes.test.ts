import type { MatchMarkets } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { applyBook } from './apply-pushes.ts';

const quotedAt = '2026-11-23T16:00:00.000Z';
const line = (point: number): MatchMarkets['markets'][number] => ({
  key: 'spreads',
  title: 'Asian handicap',
  group: 'Handicap',
  line: point,
  source: 'derived',
  quotedAt,
  state: 'open',
  selections: [
    { label: `Asian handicap: Alpha ${point}`, odds: 1.9, fair: 0.5 },
    { label: `Asian handicap: Beta ${-point}`, odds: 1.9, fair: 0.5 },
  ],
});
const later = Date.parse('2026-11-23T16:00:09.000Z');

test('replaces prices, states and times, keeps names, and drops lines that are not in the book', () => {
  const { markets, isComplete } = applyBook([line(0), line(-0.5)], {
    id: 'm1',
    s: 9,
    lines: [['spreads', -0.5, 0, later, [2.1, 0.45, 1.7, 0.55]]],
  });
  expect(isComplete).toBe(true);
  expect(markets).toEqual([
    {
      ...line(-0.5),
      quotedAt: '2026-11-23T16:00:09.000Z',
      state: 'suspended',
      selections: [
        { label: 'Asian handicap: Alpha -0.5', odds: 2.1, fair: 0.45 },
        { label: 'Asian handicap: Beta 0.5', odds: 1.7, fair: 0.55 },
      ],
    },
  ]);
});

test.each([
  ['a line whose names are unknown', -1, [2.1, 0.45, 1.7, 0.55]],
  ['another number of selections', 0, [2.1, 0.45]],
])('%s is left out and makes it incomplete', (_what, point, prices) => {
  const book = { id: 'm1', s: 9, lines: [['spreads', point, 1, later, prices]] } as const;
  expect(applyBook([line(0)], book)).toEqual({ markets: [], isComplete: false });
});
