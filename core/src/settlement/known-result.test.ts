import { expect, test } from 'vitest';
import type { LegStatus } from '../betting/index.ts';
import { instant } from '../instant.ts';
import type { Outcome, Score } from '../markets/index.ts';
import { isStatusCertain, type KnownResult } from './known-result.ts';
import type { MatchDecision } from './match-decision.ts';

const over = { market: 'totals', pick: 'over', point: 0.5 } as const;
const half = { market: 'h2h_3_way_h1', pick: 'home' } as const;
const score = (home: number, away: number): Score => ({ home, away });
const isKnown = (
  status: LegStatus,
  outcome: Outcome,
  result: MatchDecision['result'],
  { liveScore = null, inDoubt = [], voidBets = [] }: Partial<KnownResult & MatchDecision> = {},
) => isStatusCertain({ status, outcome, takenAt: instant(5) }, { decision: { result, voidBets }, liveScore, inDoubt });

test('a leg is as known while the decision gives its status', () => {
  const ended = { kind: 'score', score: score(1, 0) } as const;
  expect([isKnown('won', over, ended), isKnown('lost', over, ended), isKnown('pending', over, ended)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isKnown('pending', over, { kind: 'open' })).toBe(true);
});

test('a leg that a goal settled is as known while the live score has that goal', () => {
  const sofar = { kind: 'open', score: score(1, 0) } as const;
  const at = (liveScore: Score) => isKnown('won', over, sofar, { liveScore });
  expect([at(score(1, 0)), at(score(2, 0)), at(score(0, 0))]).toEqual([true, true, false]);
  // An open leg is priced by the market, whatever the score is.
  expect(isKnown('pending', over, { kind: 'open' }, { liveScore: score(1, 0) })).toBe(true);
});

test('a leg on the first half is as known while no team has fewer goals than at half-time', () => {
  const atHalfTime = { kind: 'open', halfTime: score(1, 0) } as const;
  const at = (liveScore: Score) => isKnown('won', half, atHalfTime, { liveScore });
  expect([at(score(1, 1)), at(score(0, 1))]).toEqual([true, false]);
});

test('a doubt about the result concerns every leg, one about the half-time score those that need it', () => {
  const ended = { kind: 'score', score: score(1, 0), halfTime: score(1, 0) } as const;
  const legs = (inDoubt: KnownResult['inDoubt']) =>
    ([over, half] as const).map((outcome) => isKnown('won', outcome, ended, { inDoubt }));
  expect([legs([]), legs(['half-time']), legs(['result'])]).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});

test('a bet in a void window is as known once it is void, whatever the live score is', () => {
  const voidBets = [{ from: instant(5), until: instant(6) }];
  const of = (status: LegStatus) => isKnown(status, over, { kind: 'open' }, { voidBets, liveScore: score(1, 0) });
  expect([of('pending'), of('void')]).toEqual([false, true]);
});
