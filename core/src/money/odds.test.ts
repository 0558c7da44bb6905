import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTenThousandths, priceOfTenThousandths } from '../testing/any-price.ts';
import { Decimal, formatOdds, odds, totalOdds } from './odds.ts';

describe('odds', () => {
  test.each([
    ['1.01', '1.01'],
    ['1.0001', '1.0001'],
    ['2', '2'],
    ['3.50', '3.5'],
    ['1000', '1000'],
    ['999.9999', '999.9999'],
    [1.95, '1.95'],
    [1000, '1000'],
  ])('%s is a price', (price, exact) => {
    expect(odds(price)?.toFixed()).toBe(exact);
  });

  test.each([
    '1',
    '1.00',
    '0.99',
    '0',
    '-2.5',
    '+2.5',
    '1000.0001',
    '1001',
    '10000',
    '1.00001',
    '2.12345',
    '2,50',
    ' 2.5',
    '2.5 ',
    '2.5\n',
    '2.',
    '.5',
    '1e1',
    '0x10',
    '',
    '-',
    'NaN',
    'Infinity',
    '２.5',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    -3,
    1,
    1.1 + 2.2,
  ])('%j is no price', (price) => {
    expect(odds(price)).toBeUndefined();
  });

  test('a price is the same price as a number and as text', () => {
    fc.assert(
      fc.property(anyTenThousandths, (count) => {
        expect(odds(count / 10_000)?.toFixed()).toBe(priceOfTenThousandths(count).toFixed());
      }),
    );
  });
});

describe('total odds', () => {
  test('no selections have total odds of 1', () => {
    expect(totalOdds([]).toFixed()).toBe('1');
  });

  test('the product is exact where floating point gives 7.260000000000002', () => {
    expect(1.1 * 2.2 * 3).toBe(7.260000000000002);
    expect(totalOdds([new Decimal('1.1'), new Decimal('2.2'), new Decimal('3')]).toFixed()).toBe('7.26');
  });

  test('the product of up to 25 prices is exact to the last digit', () => {
    fc.assert(
      fc.property(fc.array(anyTenThousandths, { maxLength: 25 }), (counts) => {
        const exact = counts.reduce((product, count) => product * BigInt(count), 1n);
        const scale = new Decimal(10).pow(4 * counts.length);
        expect(totalOdds(counts.map(priceOfTenThousandths)).times(scale).toFixed()).toBe(String(exact));
      }),
      { examples: [[Array.from({ length: 25 }, () => 9_999_999)]] },
    );
  });
});

describe('odds on the screen', () => {
  test.each([
    ['2', '2.00'],
    ['3.5955', '3.60'],
    ['1.954', '1.95'],
    ['1.955', '1.96'],
    ['1.999', '2.00'],
    ['1000', '1000.00'],
  ])('%s is shown as %s', (price, text) => {
    expect(formatOdds(new Decimal(price))).toBe(text);
  });
});
