import type { MatchRow } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { arsenalRow } from '../slip/samples.ts';
import { goalNotice } from './follow-goals.tsx';
import { scoreChanges } from './score-changes.ts';

const at = (home: number, away: number, more: Partial<MatchRow> = {}): MatchRow => ({
  ...arsenalRow,
  score: { home, away },
  ...more,
});
const rowsOf = (...rows: readonly MatchRow[]) => new Map(rows.map((row) => [row.id, row]));
const changesOf = (before: MatchRow, after: MatchRow) => scoreChanges(rowsOf(before), rowsOf(after));

test('a goal and a correction change the score; another price, a new row and a final score do not', () => {
  expect(changesOf({ ...arsenalRow, score: null }, at(1, 0))).toEqual([
    { row: at(1, 0), before: { home: 0, away: 0 } },
  ]);
  expect(changesOf(at(1, 0), at(0, 0))).toEqual([{ row: at(0, 0), before: { home: 1, away: 0 } }]);
  expect(changesOf({ ...arsenalRow, score: null }, at(0, 0, { s: 13 }))).toEqual([]);
  expect(changesOf(at(1, 0), at(2, 0, { status: 'finished' }))).toEqual([]);
  expect(scoreChanges(new Map(), rowsOf(at(1, 0)))).toEqual([]);
});

test('a notice names who scored, or says that the score was corrected', () => {
  const titleOf = (before: MatchRow, after: MatchRow) =>
    changesOf(before, after).map((change) => goalNotice(change, []).title);
  expect(titleOf(at(0, 0), at(0, 1))).toEqual(['Goal: Chelsea']);
  expect(titleOf(at(0, 0), at(1, 1))).toEqual(['Goal: Arsenal and Chelsea']);
  expect(titleOf(at(1, 1), at(1, 0))).toEqual(['The score was corrected']);
});
