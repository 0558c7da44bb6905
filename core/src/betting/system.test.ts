import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../markets/index.ts';
import { sum } from '../money/cents.ts';
import { cents, Decimal, totalOdds } from '../money/index.ts';
import type { LegStatus } from './bet.ts';
import { promiseOf } from './book-limits.ts';
import { type CashOutQuote, cashOutValue } from './cash-out.ts';
import { gradeBet, legFactor } from './grade-bet.ts';
import { exposureOf, legExposure, openLines } from './liability.ts';
import {
  isSystemOf,
  lineCount,
  linesPayout,
  lineTotal,
  linesOf as listLines,
  type System,
  systemName,
} from './system.ts';

const settings = { numRuns: 10_000, seed: 20_261_123 };
const price = fc.integer({ min: 101, max: 3_000 }).map((hundredths) => new Decimal(hundredths).div(100));
const verdict = fc.constantFrom<Verdict>('won', 'lost', 'void', 'half-won', 'half-lost');
const stakeOfLine = fc.integer({ min: 1, max: 100_000 });
const small = (legs: number, system: System) => isSystemOf(legs, system) && lineCount(legs, system) <= 64;

/** Legs with odds and statuses, and a system over them. */
const slips = <Status>(status: fc.Arbitrary<Status>) =>
  fc
    .record({
      legs: fc.array(fc.record({ odds: price, status }), { minLength: 2, maxLength: 6 }),
      sizes: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      bankers: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
    })
    .map(({ legs, sizes, bankers }) => ({
      legs,
      system: { sizes: sizes.toSorted((a, b) => a - b), bankers: bankers.toSorted((a, b) => a - b) },
    }))
    .filter(({ legs, system }) => small(legs.length, system));

/** Lists the legs of every line, as a bettor would with pen and paper. */
function linesOf<Leg>(legs: readonly Leg[], { sizes, bankers }: System): readonly (readonly Leg[])[] {
  const subsets = Array.from({ length: 2 ** legs.length }, (_, bits) =>
    legs.map((_leg, at) => at).filter((at) => bits & (1 << at)),
  );
  const isLine = (line: readonly number[]) =>
    bankers.every((at) => line.includes(at)) && sizes.includes(line.length - bankers.length);
  return subsets.filter(isLine).map((line) => line.flatMap((at) => legs[at] ?? []));
}

const namesIn =
  <Leg>(legs: readonly Leg[]) =>
  (line: readonly (Leg | undefined)[]) =>
    line.map((leg) => legs.indexOf(leg as Leg)).join();

describe('a system', () => {
  test('has a line for each combination of its sizes, with all bankers', () => {
    const anySlip = slips(fc.constant('pending'));
    fc.assert(
      fc.property(anySlip, ({ legs, system }) => {
        const expected = linesOf(legs, system);
        expect(lineCount(legs.length, system)).toBe(expected.length);
        const listed = listLines(legs.length, system).map((line) => line.map((at) => legs[at]));
        expect(new Set(listed.map(namesIn(legs)))).toEqual(new Set(expected.map(namesIn(legs))));
        expect(listed.length).toBe(expected.length);
      }),
      { ...settings, numRuns: 500 },
    );
  });

  test('pays what its lines would pay as accumulators, rounded down once', () => {
    fc.assert(
      fc.property(slips(verdict), stakeOfLine, ({ legs, system }, unit) => {
        const lines = linesOf(legs, system);
        const stake = cents(unit * lines.length);
        const exact = lines.reduce(
          (total, line) => total.plus(totalOdds(line.map(({ status, odds }) => legFactor(status, odds))).times(unit)),
          new Decimal(0),
        );
        const graded = gradeBet(stake, legs, system);
        if (legs.every(({ status }) => status === 'void')) expect(graded).toEqual({ status: 'void', payout: stake });
        else {
          const paid = exact.floor().toNumber();
          expect(graded).toEqual({ status: paid > 0 ? 'won' : 'lost', payout: paid });
        }
        // Each line by itself is rounded down too, so together they never pay more.
        const apart = sum(lines.map((line) => gradeBet(cents(unit), line).payout));
        expect(graded.payout).toBeGreaterThanOrEqual(apart);
        expect(graded.payout - apart).toBeLessThan(lines.length);
      }),
      settings,
    );
  });

  const withOpenLegs = slips(fc.oneof(verdict, fc.constant<LegStatus>('pending')));

  test('is decided when no line can win any more, and otherwise when every leg is', () => {
    fc.assert(
      fc.property(withOpenLegs, ({ legs, system }) => {
        const isAlive = linesOf(legs, system).some((line) => line.every(({ status }) => status !== 'lost'));
        const isOpen = legs.some(({ status }) => status === 'pending');
        const { status } = gradeBet(cents(1_000_000), legs, system);
        expect(status === 'pending').toBe(isAlive && isOpen);
      }),
      settings,
    );
  });

  test('risks on a match what its lines with that match would as accumulators', () => {
    fc.assert(
      fc.property(withOpenLegs, stakeOfLine, ({ legs, system }, unit) => {
        const lines = linesOf(legs, system);
        const stake = cents(unit * lines.length);
        const open = openLines(stake, legs, system);
        const live = lines.filter((line) => line.every(({ status }) => status !== 'lost'));
        expect(open.staked).toBe(unit * live.length);
        for (const [at, leg] of legs.entries()) {
          if (leg.status !== 'pending') continue;
          const exposure = legExposure({ stake, legs, system }, at, open);
          const apart = live
            .filter((line) => line.includes(leg))
            .map((line) => ({
              staked: unit,
              promised: promiseOf(cents(unit), line, undefined),
            }));
          expect(exposure.staked).toBe(apart.length * unit);
          expect(exposure.owed).toBe(exposureOf(cents(apart.length * unit), leg.odds).owed);
          const promised = apart.reduce((total, line) => total + line.promised, 0);
          // All lines are rounded once here, and each by itself there.
          expect(Math.abs(exposure.promised - promised)).toBeLessThanOrEqual(apart.length + 1);
        }
      }),
      { ...settings, numRuns: 500 },
    );
  });

  test('is worth as much as its lines when it is cashed out', () => {
    const chances = fc.integer({ min: 0, max: 1_000_000 }).map((chance) => ({ won: (chance / 1e6).toFixed(6) }));
    const valued = fc.oneof(
      verdict.map((status) => ({ verdict: status })),
      chances.map((of) => ({ chances: of })),
    );
    fc.assert(
      fc.property(slips(valued), stakeOfLine, ({ legs, system }, unit) => {
        const quote = (of: readonly (typeof legs)[number][]): CashOutQuote => ({
          margin: '0.05',
          legs: of.map(({ status }) => status),
        });
        const lines = linesOf(legs, system);
        const value = cashOutValue(
          cents(unit * lines.length),
          { odds: legs.map(({ odds }) => odds), system },
          quote(legs),
        );
        const apart = lines.map((line) =>
          cashOutValue(cents(unit), { odds: line.map(({ odds }) => odds) }, quote(line)),
        );
        expect(value - sum(apart)).toBeGreaterThanOrEqual(0);
        expect(value - sum(apart)).toBeLessThan(lines.length);
      }),
      { ...settings, numRuns: 500 },
    );
  });

  test.each([
    [3, [2, 3], 'Trixie', 4],
    [3, [1, 2, 3], 'Patent', 7],
    [4, [2, 3, 4], 'Yankee', 11],
    [4, [1, 2, 3, 4], 'Lucky 15', 15],
    [5, [2, 3, 4, 5], 'Canadian', 26],
    [5, [1, 2, 3, 4, 5], 'Lucky 31', 31],
    [6, [2, 3, 4, 5, 6], 'Heinz', 57],
    [6, [1, 2, 3, 4, 5, 6], 'Lucky 63', 63],
    [7, [2, 3, 4, 5, 6, 7], 'Super Heinz', 120],
    [8, [2, 3, 4, 5, 6, 7, 8], 'Goliath', 247],
    [4, [2], 'System 2 of 4', 6],
    [5, [2, 3], 'System 2, 3 of 5', 20],
  ])('of %i selections in sizes %o is a %s with %i lines', (legs, sizes, name, lines) => {
    const system = { sizes, bankers: [] };
    expect({ name: systemName(legs, system), lines: lineCount(legs, system) }).toEqual({ name, lines });
  });

  test('names what its bankers leave open', () => {
    const system = { sizes: [2], bankers: [1] };
    expect([systemName(4, system), lineCount(4, system)]).toEqual(['System 2 of 3 with 1 banker', 3]);
  });

  test.each([
    ['one line', 3, { sizes: [3], bankers: [] }],
    ['no size', 3, { sizes: [], bankers: [] }],
    ['a size of nothing', 3, { sizes: [0, 2], bankers: [] }],
    ['a size above its selections', 3, { sizes: [2, 4], bankers: [] }],
    ['a size above the selections that are no bankers', 3, { sizes: [3], bankers: [0] }],
    ['the same size twice', 3, { sizes: [2, 2], bankers: [] }],
    ['a banker that it does not have', 3, { sizes: [1], bankers: [3] }],
    ['only bankers', 2, { sizes: [1], bankers: [0, 1] }],
    ['too many lines', 12, { sizes: [5, 6], bankers: [] }],
  ])('with %s is none', (_why, legs, system) => expect(isSystemOf(legs, system)).toBe(false));

  test('keeps the largest system exact', () => {
    const odds = Array.from({ length: 10 }, () => new Decimal('1.0001'));
    const sizes = odds.map((_, at) => at + 1);
    // Every leg is in a line or not: (1 + odds)^10 - 1.
    expect(lineTotal(odds, { sizes, bankers: [] }).eq(new Decimal('2.0001').pow(10).minus(1))).toBe(true);
    expect(linesPayout(cents(1_023), odds, { sizes, bankers: [] })).toBe(1_023);
  });
});
