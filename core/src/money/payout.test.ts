import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTenThousandths, priceOfTenThousandths } from '../testing/any-price.ts';
import { cents } from './cents.ts';
import { Decimal } from './odds.ts';
import { payout, payoutAt } from './payout.ts';

const factors = (...prices: readonly string[]): readonly Decimal[] => prices.map((price) => new Decimal(price));

describe('payout', () => {
  test.each([
    ['2.00 won, 3.00 void, 1.50 won', 1000, ['2.00', '1', '1.50'], 3000],
    ['2.00 half won, 3.00 void, 1.50 won', 1000, ['1.5', '1', '1.50'], 2250],
    ['lost', 1000, ['0'], 0],
    ['won at 2.50', 1000, ['2.50'], 2500],
    ['refunded', 1000, ['1'], 1000],
    ['half refunded and half won at 2.50', 1000, ['1.75'], 1750],
    ['half refunded and half lost', 1000, ['0.5'], 500],
    ['no leg at all', 1000, [], 1000],
  ])('the worked example: %s', (_case, stake, prices, paid) => {
    expect(payout(cents(stake), factors(...prices))).toBe(paid);
  });

  test('a fraction of a cent is rounded down', () => {
    expect(payout(cents(333), factors('1.95'))).toBe(649); // 649.35
    expect(payout(cents(1), factors('1.9999'))).toBe(1); // 1.9999
  });

  test('the payout is rounded once, not after every leg', () => {
    // 3 × 1.5 × 1.5 × 1.5 = 10.125; rounded after each leg it would be 4, 6, 9.
    expect(payout(cents(3), factors('1.5', '1.5', '1.5'))).toBe(10);
  });

  test('pays what floating point would lose', () => {
    expect(Math.floor(4.35 * 100)).toBe(434);
    expect(payout(cents(100), factors('4.35'))).toBe(435);
  });

  test('a payout is the exact product, rounded down to the cent, and never more than the odds promise', () => {
    const anyStake = fc.integer({ min: 1, max: 500_000 });
    fc.assert(
      fc.property(anyStake, fc.array(anyTenThousandths, { maxLength: 20 }), (stake, counts) => {
        const product = counts.reduce((total, count) => total * BigInt(count), BigInt(stake));
        const exact = product / 10_000n ** BigInt(counts.length);
        const largest = BigInt(Number.MAX_SAFE_INTEGER);
        expect(BigInt(payout(cents(stake), counts.map(priceOfTenThousandths)))).toBe(exact > largest ? largest : exact);
      }),
      { numRuns: 500 },
    );
  });

  test('the payout at one price is the same to the cent, however many digits it has and however large the stake is', () => {
    const anyFactor = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 15 }));
    const anyStake = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const largest = BigInt(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(anyStake, anyFactor, (stake, [units, places]) => {
        const exact = (BigInt(stake) * units) / 10n ** BigInt(places);
        const factor = new Decimal(units.toString()).div(new Decimal(10).pow(places));
        expect(BigInt(payoutAt(cents(stake), factor))).toBe(exact > largest ? largest : exact);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a payout beyond the safe integers is capped instead of failing', () => {
    const monster = Array.from({ length: 25 }, () => new Decimal(1000));
    expect(payout(cents(500_000), monster)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
