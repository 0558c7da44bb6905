import type { MatchHistory, MatchRow } from '@touchline/core/contract';
import { matchRowOf } from '../../testing/match-rows.ts';

/** An hour before kick-off, with one price that rose. */
export const openHistory: MatchHistory = {
  row: matchRowOf({ s: 5 }),
  prices: {
    h2h: [
      { at: '2026-11-20T18:00:00Z', prices: [1.8, 3.6, 4.2] },
      { at: '2026-11-20T18:59:20Z', prices: [1.85, 3.6, 4.2] },
    ],
    totals: [{ at: '2026-11-20T18:00:00Z', prices: [1.9, 1.95], point: 2.5 }],
  },
  changes: 3,
  moments: [{ kind: 'listed', at: '2026-11-20T18:00:00Z' }],
};

/** The same after a goal, with its markets suspended. */
export const scoredRow: MatchRow = matchRowOf({
  s: 9,
  score: { home: 1, away: 0 },
  markets: { h2h: 'suspended', totals: 'suspended' },
});
export const scoredHistory: MatchHistory = {
  ...openHistory,
  row: scoredRow,
  moments: [
    ...openHistory.moments,
    { kind: 'score', at: '2026-11-20T20:34:00Z', before: null, score: { home: 1, away: 0 } },
    { kind: 'market', at: '2026-11-20T20:34:00Z', market: 'h2h', state: 'suspended' },
    { kind: 'market', at: '2026-11-20T20:34:00Z', market: 'totals', state: 'suspended' },
  ],
};
