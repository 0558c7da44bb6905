import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatOdds, odds } from './odds.ts';
import { writeOdds } from './odds-format.ts';

describe('odds in the three formats', () => {
  test.each([
    ['2.5', '2.50', '3/2', '+150'],
    ['2', '2.00', '1/1', '+100'],
    ['1.91', '1.91', '91/100', '-110'],
    ['1.5', '1.50', '1/2', '-200'],
    ['1.01', '1.01', '1/100', '-10000'],
    ['7.3983', '7.40', '32/5', '+640'],
    ['3.5955', '3.60', '13/5', '+260'],
    ['3.5949', '3.59', '259/100', '+259'],
    ['99.995', '100.00', '99/1', '+9900'],
    ['1.999', '2.00', '1/1', '+100'],
    ['1000', '1000.00', '999/1', '+99900'],
    ['1.0004', '1.00', '1/2500', '-250000'],
    ['1.005', '1.01', '1/100', '-10000'],
    ['123456789012345678901.5', '123456789012345678901.50', '246913578024691357801/2', '+12345678901234567890050'],
  ] as const)('%s is %s, %s, %s', (price, decimal, fractional, american) => {
    expect([writeOdds(price, 'decimal'), writeOdds(price, 'fractional'), writeOdds(price, 'american')]).toEqual([
      decimal,
      fractional,
      american,
    ]);
  });

  test.each(['1', '0.5', '-', 'NaN', '1e21', ''])('%s is not a price in any format', (text) => {
    expect(writeOdds(text, 'fractional')).toBe(writeOdds(text, 'american'));
  });

  test('whatever the format, a price never promises more than it pays, and hardly less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 100_000 }), (hundredths) => {
        const price = odds(hundredths / 100);
        if (!price) throw new Error('no price');
        const profit = hundredths / 100 - 1;
        const [above, below] = formatOdds(price, 'fractional').split('/').map(Number);
        expect((above ?? 0) / (below ?? 0)).toBeCloseTo(profit, 10);
        const american = Number(formatOdds(price, 'american'));
        const promised = american > 0 ? american / 100 : 100 / -american;
        expect(promised).toBeLessThanOrEqual(profit + 1e-12);
        expect(promised).toBeGreaterThan(profit * 0.98);
      }),
    );
  });
});
