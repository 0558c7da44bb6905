import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, minorUnits, unitsOf } from './money.ts';

test('formats and parses an amount without loss', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('EUR', 'USD', 'GBP', 'JPY'),
      fc.integer({ min: 0, max: 999_999_999 }),
      (currency, units) => {
        expect(unitsOf(amountOf(currency, units))).toBe(units);
      },
    ),
  );
});

test.each([
  ['EUR', '10.00', 1000],
  ['EUR', '0.01', 1],
  ['JPY', '500', 500],
  ['EUR', '10', null],
  ['EUR', '10.000', null],
  ['EUR', '1e3', null],
  ['EUR', '-1.00', null],
  ['JPY', '5.00', null],
  ['XTS', '1.00', null],
])('%s %s is %s minor units', (currency, value, units) => {
  expect(minorUnits(currency, value)).toBe(units);
});
