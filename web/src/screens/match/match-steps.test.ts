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

test('lists the newest first, a goal before the markets that it suspended together', () => {
  expect(titles(scoredHistory.moments)).toEqual([
    'Goal: Arsenal | 1:0',
    'Betting suspended',
    'Kick-off',
    'First prices',
  ]);
});

test('joins changes in quick succession, but not across a goal', () => {
  const at = (second: number) => new Date(Date.parse('2026-11-20T21:40:00Z') + second * 1_000).toISOString();
  const change = (second: number, state: 'open' | 'suspended'): MatchMoment => ({
    ...{ kind: 'market', market: 'h2h' },
    ...{ at: at(second), state },
  });
  const changes = [0, 2, 4, 6].map((second) => change(second, second % 4 === 0 ? 'suspended' : 'open'));
  const goal: MatchMoment = { kind: 'score', at: at(7), before: { home: 1, away: 0 }, score: { home: 2, away: 0 } };
  const later = [change(8, 'suspended'), change(16, 'open'), change(90, 'suspended')];
  expect(titles([...changes, goal, ...later])).toEqual([
    'Match winner suspended',
    'Goal: Arsenal | 2:0',
    'Match winner open again',
    'Match winner suspended',
    'Match winner open again | 4 changes in quick succession',
    'Kick-off',
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
    'Price jump: Chelsea | from 4.20 to 2.00 ▼',
    'Score corrected | 0:0',
    '2 goals | 0:2',
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
