import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gradeLeg, type Outcome, type Verdict } from '../markets/index.ts';
import { cents, Decimal } from '../money/index.ts';
import { anyTenThousandths, priceOfTenThousandths } from '../testing/any-price.ts';
import type { LegStatus } from './bet.ts';
import { gradeBet, legFactor } from './grade-bet.ts';

const h2h = (pick: 'home' | 'draw' | 'away'): Outcome => ({ market: 'h2h', pick });
const goals = (pick: 'over' | 'under', point: number): Outcome => ({ market: 'totals', pick, point });
const ended = (home: number, away: number) => ({ kind: 'score', score: { home, away } }) as const;
const leg = (status: LegStatus, price = '2.00') => ({ status, odds: new Decimal(price) });

describe('a match is graded by its score', () => {
  test.each<[string, Verdict, Verdict, Verdict]>([
    ['2-1', 'won', 'lost', 'lost'],
    ['0-3', 'lost', 'lost', 'won'],
    ['1-1', 'lost', 'won', 'lost'],
    ['0-0', 'lost', 'won', 'lost'],
  ])('%s: home %s, draw %s, away %s', (score, home, draw, away) => {
    const [scored = 0, conceded = 0] = score.split('-').map(Number);
    const result = ended(scored, conceded);
    expect([gradeLeg(h2h('home'), result), gradeLeg(h2h('draw'), result), gradeLeg(h2h('away'), result)]).toEqual([
      home,
      draw,
      away,
    ]);
  });

  test.each<[number, number, Verdict, Verdict]>([
    [2.5, 2, 'lost', 'won'],
    [2.5, 3, 'won', 'lost'],
    [0.5, 0, 'lost', 'won'],
    [0.5, 1, 'won', 'lost'],
    [2, 1, 'lost', 'won'],
    [2, 2, 'void', 'void'],
    [2, 3, 'won', 'lost'],
    [2.25, 1, 'lost', 'won'],
    [2.25, 2, 'half-lost', 'half-won'],
    [2.25, 3, 'won', 'lost'],
    [2.75, 2, 'lost', 'won'],
    [2.75, 3, 'half-won', 'half-lost'],
    [2.75, 4, 'won', 'lost'],
    [0.25, 0, 'half-lost', 'half-won'],
    [10.75, 11, 'half-won', 'half-lost'],
  ])('a line of %d with %i goals: over %s, under %s', (point, total, over, under) => {
    const result = ended(total, 0);
    expect([gradeLeg(goals('over', point), result), gradeLeg(goals('under', point), result)]).toEqual([over, under]);
  });

  test('the goals of both teams count', () => {
    expect(gradeLeg(goals('over', 2.5), ended(1, 2))).toBe('won');
  });

  test('a void match makes every selection void', () => {
    const outcomes = [h2h('home'), h2h('draw'), h2h('away'), goals('over', 2.5), goals('under', 2.25)];
    expect(outcomes.map((outcome) => gradeLeg(outcome, { kind: 'void' }))).toEqual(Array(5).fill('void'));
  });

  test('whatever the score, one of home, draw and away wins, and over and under mirror each other', () => {
    const mirror = {
      won: 'lost',
      lost: 'won',
      void: 'void',
      'half-won': 'half-lost',
      'half-lost': 'half-won',
    } as const;
    const score = fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 }));
    fc.assert(
      fc.property(score, fc.integer({ min: 1, max: 80 }), ([home, away], quarters) => {
        const result = ended(home, away);
        const winners = [h2h('home'), h2h('draw'), h2h('away')].filter((one) => gradeLeg(one, result) === 'won');
        expect(winners.length).toBe(1);
        const line = quarters / 4;
        expect(gradeLeg(goals('under', line), result)).toBe(mirror[gradeLeg(goals('over', line), result)]);
      }),
    );
  });

  test('a quarter line pays as half a stake on each neighbouring line', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 8 }),
        anyTenThousandths,
        (total, whole, price) => {
          const [odds, result] = [priceOfTenThousandths(price), ended(total, 0)];
          const factor = (line: number) => legFactor(gradeLeg(goals('over', line), result), odds);
          expect(factor(whole + 0.25)).toEqual(
            factor(whole)
              .plus(factor(whole + 0.5))
              .div(2),
          );
          expect(factor(whole + 0.75)).toEqual(
            factor(whole + 0.5)
              .plus(factor(whole + 1))
              .div(2),
          );
        },
      ),
    );
  });
});

describe('a decided leg multiplies the stake', () => {
  test.each<[Verdict, string]>([
    ['won', '2.5'],
    ['lost', '0'],
    ['void', '1'],
    ['half-won', '1.75'],
    ['half-lost', '0.5'],
  ])('%s at 2.50: by %s', (verdict, factor) => {
    expect(legFactor(verdict, new Decimal('2.50')).toFixed()).toBe(factor);
  });
});

describe('a bet is graded by its legs', () => {
  test.each([
    ['won', 'won', 2500],
    ['lost', 'lost', 0],
    ['void', 'void', 1000],
    ['half-won', 'won', 1750],
    ['half-lost', 'won', 500],
    ['pending', 'pending', 0],
  ] as const)('a single of $10.00 at 2.50 that is %s is %s and pays %i cents', (verdict, status, payout) => {
    expect(gradeBet(cents(1000), [leg(verdict, '2.50')])).toEqual({ status, payout });
  });

  test('a void leg counts 1.0: $10.00 on 2.00 won, 3.00 void and 1.50 won pays $30.00', () => {
    const legs = [leg('won', '2.00'), leg('void', '3.00'), leg('won', '1.50')];
    expect(gradeBet(cents(1000), legs)).toEqual({ status: 'won', payout: 3000 });
  });

  test('a half-won leg counts half its odds and half 1.0: the same with the 2.00 leg half won pays $22.50', () => {
    const legs = [leg('half-won', '2.00'), leg('void', '3.00'), leg('won', '1.50')];
    expect(gradeBet(cents(1000), legs)).toEqual({ status: 'won', payout: 2250 });
  });

  test('one lost leg loses the bet at once, whatever the others are', () => {
    fc.assert(
      fc.property(fc.array(anyLeg, { maxLength: 5 }), fc.array(anyLeg, { maxLength: 5 }), (before, after) => {
        expect(gradeBet(cents(1000), [...before, leg('lost'), ...after])).toEqual({ status: 'lost', payout: 0 });
      }),
    );
  });

  test('without a lost leg it waits for every leg', () => {
    expect(gradeBet(cents(1000), [leg('won'), leg('pending'), leg('void')])).toEqual({ status: 'pending', payout: 0 });
  });

  test('with every leg void the stake is refunded to the cent', () => {
    expect(gradeBet(cents(1001), [leg('void'), leg('void', '7.77')])).toEqual({ status: 'void', payout: 1001 });
  });

  test('a bet that would pay less than a cent is lost', () => {
    const halves = Array.from({ length: 4 }, () => leg('half-lost'));
    expect(gradeBet(cents(16), halves)).toEqual({ status: 'won', payout: 1 });
    expect(gradeBet(cents(15), halves)).toEqual({ status: 'lost', payout: 0 });
  });

  test('a bet pays the stake times its factors, rounded down once, and never more than if all had won', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 500_000 }),
        fc.array(anyLeg, { minLength: 1, maxLength: 20 }),
        (stake, legs) => {
          const graded = gradeBet(cents(stake), legs);
          if (graded.status !== 'won') return;
          // In 20,000ths of a whole, so that half a ten-thousandth is whole.
          const factor = (one: (typeof legs)[number]) =>
            one.status === 'pending' ? 0n : BigInt(legFactor(one.status, one.odds).times(20_000).toFixed());
          const exact =
            legs.reduce((product, one) => product * factor(one), BigInt(stake)) / 20_000n ** BigInt(legs.length);
          const largest = BigInt(Number.MAX_SAFE_INTEGER);
          expect(BigInt(graded.payout)).toBe(exact > largest ? largest : exact);
          const allWon = gradeBet(
            cents(stake),
            legs.map((one) => ({ ...one, status: 'won' as const })),
          );
          expect(graded.payout).toBeLessThanOrEqual(allWon.payout);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const anyLeg = fc.record({
  status: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom<LegStatus>('won', 'void', 'half-won', 'half-lost') },
    fc.constant<LegStatus>('pending'),
  ),
  odds: anyTenThousandths.map(priceOfTenThousandths),
});
