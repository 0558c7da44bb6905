import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LegStatus } from '../betting/index.ts';
import { gradeBet } from '../betting/index.ts';
import type { MatchId } from '../ids.ts';
import { instant } from '../instant.ts';
import type { Outcome } from '../markets/index.ts';
import { type Cents, cents, Decimal, noMoney, sum } from '../money/index.ts';
import { applyDecision, type GradableBet, type GradableLeg, mostPaid } from './apply-decision.ts';
import { decidedMoney, needsSecondAdmin } from './four-eyes.ts';
import type { MatchDecision, VoidWindow } from './match-decision.ts';

const matches = ['m1', 'm2', 'm3'] as readonly string[] as readonly MatchId[];
const [here, elsewhere] = matches as [MatchId, MatchId];
const open: MatchDecision = { result: { kind: 'open' }, voidBets: [] };
const score = (home: number, away: number): MatchDecision => ({
  result: { kind: 'score', score: { home, away } },
  voidBets: [],
});
const isVoid: MatchDecision = { result: { kind: 'void' }, voidBets: [] };
const homeWin: Outcome = { market: 'h2h', pick: 'home' };
const leg = (matchId: MatchId, odds: string, status: LegStatus = 'pending'): GradableLeg => ({
  matchId,
  outcome: homeWin,
  odds: new Decimal(odds),
  status,
});
/** A stake of $10. */
const betOf = (...legs: readonly GradableLeg[]): GradableBet => {
  const stake = cents(1_000);
  const graded = gradeBet(stake, legs);
  const payout = graded.status === 'pending' ? null : graded.payout;
  return { stake, status: graded.status, payout, takenAt: instant(0), legs };
};

describe('the money that a decision about a match moves', () => {
  const single = betOf(leg(here, '2.5'));
  const double = betOf(leg(here, '2.5'), leg(elsewhere, '40'));
  test.each<[string, GradableBet, MatchDecision, MatchDecision, number]>([
    ['a single that wins: its payout', single, open, score(1, 0), 2_500],
    ['a single that loses: its stake', single, open, score(0, 1), 1_000],
    ['a single on a void match: its refund', single, open, isVoid, 1_000],
    ['a single that was paid and now loses: both', single, score(1, 0), score(0, 1), 3_500],
    ['a single voided while the match goes on: what it could pay', single, open, { ...open, voidBets: [{}] }, 2_500],
    ['and voided no more: its refund and what it can pay', single, { ...open, voidBets: [{}] }, open, 3_500],
    ['a winner that stays one', single, score(1, 0), score(2, 0), 0],
    ['a double kept alive: what it still pays at most', double, open, score(1, 0), 100_000],
    ['a double that is lost here: what it could have paid', double, open, score(0, 1), 100_000],
    ['a double whose leg is void: what it could have paid', double, open, isVoid, 100_000],
    ['a lost double that lives again: its stake and what it can pay', double, score(0, 1), score(1, 0), 101_000],
    ['a double lost elsewhere', betOf(leg(here, '2.5'), leg(elsewhere, '40', 'lost')), open, score(1, 0), 0],
    ['the last leg of a double', betOf(leg(here, '2.5'), leg(elsewhere, '40', 'won')), open, score(0, 1), 100_000],
  ])('%s', (_what, bet, from, to, decided) => {
    expect(decidedMoney(bet, here, { from, to })).toBe(decided);
  });
});

describe('laws', () => {
  const settings = { numRuns: 1_000, seed: 20_261_122 };
  const anyOutcome = fc.oneof(
    fc.constantFrom<Outcome>(homeWin, { market: 'h2h', pick: 'draw' }, { market: 'h2h', pick: 'away' }),
    fc
      .tuple(fc.constantFrom('over' as const, 'under' as const), fc.constantFrom(1.5, 2, 2.25, 2.75))
      .map(([pick, point]): Outcome => ({ market: 'totals', pick, point })),
  );
  const anyOdds = fc.integer({ min: 101, max: 3_000 }).map((hundredths) => new Decimal(hundredths).div(100));
  const anyBet = fc
    .record({
      stake: fc.integer({ min: 1, max: 1_000_00 }),
      takenAt: fc.integer({ min: 0, max: 9 }),
      legs: fc.array(fc.tuple(anyOutcome, anyOdds), { minLength: 1, maxLength: 3 }),
    })
    .map(
      ({ stake, takenAt, legs }): GradableBet => ({
        stake: cents(stake),
        status: 'pending',
        payout: null,
        takenAt: instant(takenAt),
        legs: legs.map(([outcome, odds], at) => ({
          matchId: matches[at] as MatchId,
          outcome,
          odds,
          status: 'pending',
        })),
      }),
    );
  const anyWindow = fc
    .record({ market: fc.constantFrom('h2h', 'totals', undefined), from: fc.nat(9), length: fc.nat(9) })
    .map(
      ({ market, from, length }): VoidWindow => ({
        ...(market && { market }),
        from: instant(from),
        until: instant(from + length),
      }),
    );
  const anyWindows = fc.array(anyWindow, { maxLength: 2 });
  const goals = fc.nat(3);
  const anyEnd = fc.oneof(
    fc.tuple(goals, goals).map(([home, away]) => ({ kind: 'score' as const, score: { home, away } })),
    fc.tuple(goals, goals).map(([home, away]) => ({ kind: 'abandoned' as const, score: { home, away } })),
    fc.constant({ kind: 'void' as const }),
  );
  const anyOpen = anyWindows.map((voidBets): MatchDecision => ({ result: { kind: 'open' }, voidBets }));
  const anyEnded = fc.tuple(anyEnd, anyWindows).map(([result, voidBets]): MatchDecision => ({ result, voidBets }));
  /** As decisions follow one another: a match that has ended is not open again. */
  const anyPath = fc
    .tuple(fc.array(anyOpen, { maxLength: 3 }), fc.array(anyEnded, { maxLength: 3 }))
    .map(([before, after]) => [open, ...before, ...after]);

  /** The bet after the worker has carried a decision out. */
  function carriedOut(bet: GradableBet, matchId: MatchId, decision: MatchDecision): GradableBet {
    const { legs, graded } = applyDecision(bet, matchId, decision);
    return {
      ...bet,
      status: graded.status,
      payout: graded.status === 'pending' ? null : graded.payout,
      legs: bet.legs.map((one, at) => ({ ...one, status: legs[at] ?? one.status })),
    };
  }
  const alongPath = (bet: GradableBet, path: readonly MatchDecision[]): readonly Cents[] =>
    path.slice(1).map((to, at) => decidedMoney(bet, here, { from: path[at] ?? open, to }));

  test('a decision that is split into several never counts less', () => {
    fc.assert(
      fc.property(anyBet, anyPath, (bet, path) => {
        const last = path.at(-1) ?? open;
        const atOnce = decidedMoney(bet, here, { from: open, to: last });
        expect(sum(alongPath(bet, path))).toBeGreaterThanOrEqual(atOnce);
      }),
      settings,
    );
  });

  test('a decision and its reversal both count', () => {
    fc.assert(
      fc.property(anyBet, anyEnded, anyEnded, (bet, one, other) => {
        const there = decidedMoney(bet, here, { from: one, to: other });
        const back = decidedMoney(bet, here, { from: other, to: one });
        expect(there > 0).toBe(back > 0);
        const { difference } = applyDecision(carriedOut(bet, here, one), here, other);
        expect(Math.min(there, back)).toBeGreaterThanOrEqual(Math.abs(difference));
      }),
      settings,
    );
  });

  test('it is the same before and after the worker has applied the current decision', () => {
    fc.assert(
      fc.property(anyBet, anyPath, (bet, path) => {
        let stored = bet;
        const fromStored = path.slice(1).map((to, at) => {
          const from = path[at] ?? open;
          stored = carriedOut(stored, here, from);
          return decidedMoney(stored, here, { from, to });
        });
        expect(fromStored).toEqual(alongPath(bet, path));
      }),
      settings,
    );
  });

  test("in any order of deciding a bet's matches, its potential payout and its result count", () => {
    const anyOrder = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(anyBet, fc.array(anyEnd, { minLength: 3, maxLength: 3 }), anyOrder, (bet, ends, order) => {
        let stored = bet;
        let counted = noMoney;
        for (const at of order.filter((one) => one < bet.legs.length)) {
          const matchId = matches[at] as MatchId;
          const to: MatchDecision = { result: ends[at] ?? { kind: 'void' }, voidBets: [] };
          counted = sum([counted, decidedMoney(stored, matchId, { from: open, to })]);
          stored = carriedOut(stored, matchId, to);
        }
        expect(counted).toBeGreaterThanOrEqual(Math.max(bet.stake, stored.payout ?? 0));
        const legs = bet.legs.map(({ status }) => status);
        if (bet.legs.length > 1) expect(counted).toBeGreaterThanOrEqual(mostPaid(bet, legs));
      }),
      settings,
    );
  });

  test('the order of the legs in a bet does not matter', () => {
    fc.assert(
      fc.property(anyBet, anyOpen, anyEnded, (bet, from, to) => {
        const turned = { ...bet, legs: bet.legs.toReversed() };
        expect(decidedMoney(turned, here, { from, to })).toBe(decidedMoney(bet, here, { from, to }));
      }),
      settings,
    );
  });
});

test.each([
  ['the limit alone', 1_000, 0, false],
  ['a cent more', 1_001, 0, true],
  ['the rest of the limit', 400, 600, false],
  ['a cent more than the rest', 401, 600, true],
  ['no money, with the limit used up', 0, 1_500, false],
  ['what cannot be computed', null, 0, true],
])('a decision about %s, with a limit of $10: %o cents after %i', (_what, decides, alone, isNeeded) => {
  const amounts = { decides: decides === null ? null : cents(decides), alone: cents(alone), limit: cents(1_000) };
  expect(needsSecondAdmin(amounts)).toBe(isNeeded);
});
