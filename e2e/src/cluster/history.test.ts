import { describe, expect, test } from 'vitest';
import { checkHistory, longestGap, type Operation } from './history.ts';

const done = (key: string, id: string, end = 0): Operation => ({
  kind: 'bet',
  key,
  start: end,
  end,
  outcome: { is: 'done', id },
});
const refused = (key: string, code: string): Operation => ({ ...done(key, ''), outcome: { is: 'refused', code } });
const unanswered = (key: string): Operation => ({ ...done(key, ''), outcome: { is: 'unknown', why: 'no answer' } });
const bet = (id: string) => ({ kind: 'bet', id });

describe('checkHistory', () => {
  test('accepts what was acknowledged once, also when an answer was lost before', () => {
    expect(
      checkHistory([unanswered('k1'), done('k1', 'a'), done('k1', 'a'), done('k2', 'b')], [bet('a'), bet('b')]),
    ).toEqual([]);
  });

  test('finds an acknowledged command that is not in the ledger', () => {
    expect(checkHistory([done('k1', 'a'), done('k2', 'b')], [bet('b')])).toEqual([{ what: 'lost', text: 'bet a' }]);
  });

  test('does not take the effect of another kind for the lost one', () => {
    expect(checkHistory([done('k1', 'a')], [{ kind: 'deposit', id: 'a' }]).map(({ what }) => what)).toEqual([
      'lost',
      'never acknowledged',
    ]);
  });

  test('finds a command that is in the ledger twice', () => {
    expect(checkHistory([done('k1', 'a')], [bet('a'), bet('a')])).toEqual([
      { what: 'doubled', text: 'bet a: 2 times' },
    ]);
  });

  test('finds a key that was answered with two ids', () => {
    expect(checkHistory([done('k1', 'a'), done('k1', 'b')], [bet('a'), bet('b')])).toEqual([
      { what: 'two results', text: 'bet k1: a, b' },
    ]);
  });

  test('finds a key that was acknowledged and refused', () => {
    expect(checkHistory([done('k1', 'a'), refused('k1', 'odds-stale')], [bet('a')])).toEqual([
      { what: 'two results', text: 'bet k1: a, refused (odds-stale)' },
    ]);
  });

  test('finds an effect that no client got an answer for', () => {
    const found = checkHistory([refused('k1', 'odds-stale')], [bet('a')]);
    expect(found).toEqual([{ what: 'never acknowledged', text: 'bet a' }]);
  });

  test('allows each key without an answer one effect, and no more', () => {
    expect(checkHistory([unanswered('k1')], [])).toEqual([]);
    expect(checkHistory([unanswered('k1')], [bet('a')])).toEqual([]);
    expect(checkHistory([unanswered('k1')], [bet('a'), bet('b')])).toHaveLength(2);
  });
});

describe('longestGap', () => {
  const acknowledgedAt = (...ends: readonly number[]) => ends.map((end) => done(`k${end}`, `b${end}`, end));

  test('counts from the last acknowledgement before the fault', () => {
    expect(longestGap(acknowledgedAt(900, 5_000, 5_100), 'bet', 1_000, 5_200)).toBe(4_100);
  });

  test('counts a second pause, and one that lasts until the end', () => {
    expect(longestGap(acknowledgedAt(1_000, 1_500, 4_000), 'bet', 1_000, 4_100)).toBe(2_500);
    expect(longestGap(acknowledgedAt(1_000, 1_500), 'bet', 1_000, 9_000)).toBe(7_500);
  });

  test('counts no refusals, no other kinds and nothing after the end', () => {
    const others = [refused('k', 'x'), { ...done('d', 'd', 3_000), kind: 'deposit' }];
    expect(longestGap([...acknowledgedAt(1_000, 9_000), ...others], 'bet', 1_000, 5_000)).toBe(4_000);
  });
});
