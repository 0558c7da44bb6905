import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../markets/index.ts';
import { cents, Decimal, payout, sum } from '../money/index.ts';
import { type CashOutQuote, cashOutValue } from './cash-out.ts';
import { gradeBet, legFactor } from './grade-bet.ts';

const settings = { numRuns: 2_000, seed: 20_261_123 };
const price = fc.integer({ min: 101, max: 3_000 }).map((hundredths) => new Decimal(hundredths).div(100));
const verdicts = ['won', 'half-won', 'void', 'half-lost', 'lost'] as const;

/** Probabilities of the verdicts, in millionths that add up to one million. */
const chances = fc
  .array(fc.integer({ min: 0, max: 1_000 }), { minLength: 5, maxLength: 5 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => {
    const total = weights.reduce((one, other) => one + other);
    const parts = weights.slice(1).map((weight) => Math.floor((weight / total) * 1e6));
    return [1e6 - parts.reduce((one, other) => one + other), ...parts];
  });
const stated = (millionths: readonly number[]) => ({
  chances: Object.fromEntries(
    verdicts.flatMap((verdict, at) =>
      verdict === 'lost' || !millionths[at] ? [] : [[verdict, (millionths[at] / 1e6).toFixed(6)]],
    ),
  ),
});
const leg = fc.record({ odds: price, millionths: chances });
const legs = fc.array(leg, { minLength: 1, maxLength: 6 });
const quoteOf = (all: readonly { readonly millionths: readonly number[] }[], margin = '0.05'): CashOutQuote => ({
  margin,
  legs: all.map(({ millionths }) => stated(millionths)),
});

describe('the value of a cash-out', () => {
  test('is never more than the bet can still pay, and never negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), legs, (stake, all) => {
        const odds = all.map((one) => one.odds);
        const value = cashOutValue(cents(stake), { odds }, quoteOf(all));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(payout(cents(stake), odds));
      }),
      settings,
    );
  });

  test('of parts never adds up to more than the value of the whole', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, legs, (stakes, all) => {
        const odds = all.map((one) => one.odds);
        const quote = quoteOf(all);
        const whole = cashOutValue(sum(stakes.map(cents)), { odds }, quote);
        const paid = sum(stakes.map((stake) => cashOutValue(cents(stake), { odds }, quote)));
        expect(paid).toBeLessThanOrEqual(whole);
        // Each part is rounded down once.
        expect(paid).toBeGreaterThan(whole - stakes.length);
      }),
      settings,
    );
  });

  test('of a bet whose legs are all settled is what the bet pays', () => {
    const settledLeg = fc.record({
      odds: price,
      verdict: fc.constantFrom<Verdict>('won', 'half-won', 'half-lost', 'void'),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.array(settledLeg, { minLength: 1 }), (stake, all) => {
        const quote = { margin: '0.05', legs: all.map(({ verdict }) => ({ verdict })) };
        const graded = gradeBet(
          cents(stake),
          all.map(({ odds, verdict }) => ({ odds, status: verdict })),
        );
        expect(cashOutValue(cents(stake), { odds: all.map(({ odds }) => odds) }, quote)).toBe(graded.payout);
      }),
      settings,
    );
  });

  test('is what the bet returns on average, less the margin: over 20,000 matches, within four standard errors', () => {
    // A linear congruential generator: the same matches in every run.
    let state = 20_261_123;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const stake = cents(100_000);
    const all = [
      { odds: new Decimal('2.1'), millionths: [430_000, 50_000, 100_000, 20_000, 400_000] },
      { odds: new Decimal('1.8'), millionths: [540_000, 0, 0, 0, 460_000] },
    ];
    const drawn = ({ millionths }: { readonly millionths: readonly number[] }): Verdict => {
      let left = random() * 1e6;
      for (const [at, share] of millionths.entries()) {
        left -= share;
        if (left < 0) return verdicts[at] ?? 'lost';
      }
      return 'lost';
    };
    const returns = Array.from({ length: 20_000 }, () =>
      all.reduce((paid, one) => paid * legFactor(drawn(one), one.odds).toNumber(), stake as number),
    );
    const mean = returns.reduce((total, one) => total + one, 0) / returns.length;
    const spread = Math.sqrt(returns.reduce((total, one) => total + (one - mean) ** 2, 0) / returns.length);
    const odds = all.map((one) => one.odds);
    const fair = cashOutValue(stake, { odds }, quoteOf(all, '0'));
    expect(Math.abs(mean - fair)).toBeLessThan((4 * spread) / Math.sqrt(returns.length));
    // Cashed out in thirds while the rest runs on, it is worth the same.
    const third = cents(Math.floor(stake / 3));
    const mixed = cashOutValue(third, { odds }, quoteOf(all, '0')) + mean * (1 - third / stake);
    expect(Math.abs(mixed - fair)).toBeLessThan((4 * spread) / Math.sqrt(returns.length));
    expect(cashOutValue(stake, { odds }, quoteOf(all))).toBe(Math.floor(fair * 0.95 * 0.95));
  });
});
