import type { MatchMoment } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { matchRowOf } from '../../testing/match-rows.ts';
import { matchSteps } from './match-steps.ts';
import { scoredHistory, scoredRow } from './samples.ts';

const priceText = (price: number) => price.toFixed(2);
const titles = (moments: readonly MatchMoment[], row = scoredRow) =>
  matchSteps({ moments: [...moments] }, row, priceText).map(({ title, note }) =>
    [title, note].filter(Boolean).join(' | '),
  );

test('lists the newest first and joins markets suspended together', () => {
  expect(titles(scoredHistory.moments)).toEqual([
    'Betting suspended',
    'Goal: Arsenal | 1:0',
    'Kick-off',
    'First prices',
  ]);
});

test('names a market suspended alone, a score correction, and two goals at once', () => {
  const at = '2026-11-20T20:50:00Z';
  expect(
    titles([
      { kind: 'market', at, market: 'totals', state: 'closed' },
      { kind: 'score', at, before: { home: 1, away: 0 }, score: { home: 0, away: 0 } },
      { kind: 'score', at, before: { home: 0, away: 0 }, score: { home: 0, away: 2 } },
      { kind: 'jump', at, market: 'h2h', outcome: 2, before: 4.2, price: 2 },
    ]).toReversed(),
  ).toEqual([
    'Kick-off',
    'Total goals closed',
    'Score corrected | 0:0',
    '2 goals | 0:2',
    'Price jump: Chelsea | from 4.20 to 2.00 ▼',
  ]);
});

test('lists full time, a corrected result and the settlement; a match that was not played has no kick-off', () => {
  const [end, later] = ['2026-11-20T21:50:00Z', '2026-11-20T22:10:00Z'];
  expect(
    titles([
      { kind: 'ended', at: end, status: 'finished', score: { home: 1, away: 0 } },
      { kind: 'result', at: later, version: 2, decision: 'abandoned', score: { home: 1, away: 0 } },
      { kind: 'settled', at: later },
    ]),
  ).toEqual(['Bets settled', 'Result corrected: abandoned at 1:0 | version 2', 'Full time | 1:0', 'Kick-off']);
  const before = '2026-11-20T12:00:00Z';
  expect(titles([{ kind: 'ended', at: before, status: 'void', score: null }], matchRowOf({ status: 'void' }))).toEqual([
    'Not played | All bets on it are void, stakes are returned.',
  ]);
});
