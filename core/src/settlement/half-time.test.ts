import { describe, expect, test } from 'vitest';
import type { LegStatus } from '../betting/index.ts';
import { instant } from '../instant.ts';
import type { Outcome } from '../markets/index.ts';
import { type MatchDecision, verdictOf } from './match-decision.ts';

type Result = MatchDecision['result'];
const score = (text: string) => {
  const [home = 0, away = 0] = text.split('-').map(Number);
  return { home, away };
};
const open = (half?: string): Result => ({ kind: 'open', ...(half && { halfTime: score(half) }) });
const ended = (kind: 'score' | 'abandoned', full: string, half?: string): Result => ({
  kind,
  score: score(full),
  ...(half && { halfTime: score(half) }),
});
const on = (market: string, pick: string, point?: number) => ({ market, pick, ...(point && { point }) }) as Outcome;
const draw = on('h2h_3_way_h1', 'draw');
const over = on('totals_h1', 'over', 0.5);
const under = on('totals_h1', 'under', 1.5);
const both = on('btts_h1', 'yes');
const drawThenHome = on('halftime_fulltime', 'draw-home');

describe('a selection that needs the score at half-time', () => {
  test.each<[string, Outcome, Result, LegStatus]>([
    ['waits before half-time', draw, open(), 'pending'],
    ['is decided at half-time', draw, open('1-1'), 'won'],
    ['is decided at half-time', over, open('0-0'), 'lost'],
    ['is decided at half-time', both, open('1-0'), 'lost'],
    ['counts no goal of the second half', draw, ended('score', '2-1', '1-1'), 'won'],
    ['counts no goal of the second half', under, ended('score', '2-1', '1-0'), 'won'],
    ['waits while the half-time score is unknown', draw, ended('score', '2-1'), 'pending'],
    ['waits while the half-time score is unknown', drawThenHome, ended('score', '2-1'), 'pending'],
    ['stands in a match abandoned in its second half', draw, ended('abandoned', '2-1', '1-1'), 'won'],
    ['is void in a match abandoned in its first half', draw, ended('abandoned', '1-1'), 'void'],
    ['stands in a match abandoned in its first half if it was decided', over, ended('abandoned', '1-0'), 'won'],
    ['stands in a match abandoned in its first half if it was decided', under, ended('abandoned', '1-1'), 'lost'],
    ['of both halves wins if both results are right', drawThenHome, ended('score', '2-1', '1-1'), 'won'],
    ['of both halves loses if the last result is wrong', drawThenHome, ended('score', '2-2', '1-1'), 'lost'],
    ['of both halves is lost at half-time if the first result is wrong', drawThenHome, open('1-0'), 'lost'],
    ['of both halves waits at half-time if the first result is right', drawThenHome, open('1-1'), 'pending'],
    ['of both halves is void if the match is abandoned', drawThenHome, ended('abandoned', '2-1', '1-1'), 'void'],
    ['of both halves is void if it stopped before half-time', drawThenHome, ended('abandoned', '1-0'), 'void'],
    ['of both halves is lost even if the match is abandoned', drawThenHome, ended('abandoned', '2-1', '1-0'), 'lost'],
    ['is void in a void match', draw, { kind: 'void' }, 'void'],
    ['on the match itself waits at half-time', on('h2h', 'home'), open('1-0'), 'pending'],
  ])('%s', (_case, outcome, result, verdict) => {
    expect(verdictOf({ outcome, takenAt: instant(0) }, { result, voidBets: [] })).toBe(verdict);
  });
});
