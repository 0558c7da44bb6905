import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, Decimal } from '../money/index.ts';
import { chargeFor, chargeFromText, chargeNotes, chargeText, euroRate } from './charge.ts';

const rate = new Decimal('0.92');

test('cards and PayPal are charged in dollars, iDEAL and Bancontact in euro at the rate', () => {
  const methods = ['creditcard', 'paypal', 'ideal', 'bancontact'] as const;
  expect(methods.map((method) => chargeFor(cents(1_000), method, rate))).toEqual([
    { currency: 'USD', amount: 1_000 },
    { currency: 'USD', amount: 1_000 },
    { currency: 'EUR', amount: 920 },
    { currency: 'EUR', amount: 920 },
  ]);
});

test.each([
  [1_025, '0.92', 943],
  [1_050, '0.93', 977],
  [1_001, '0.9995', 1_000],
  [1_003, '0.5', 502],
])('%i cents at %s are %i euro cents: the nearest one, half a cent up', (dollars, perDollar, euro) => {
  expect(chargeFor(cents(dollars), 'ideal', new Decimal(perDollar)).amount).toBe(euro);
});

test('a charge in euro is shown with its rate, a charge in dollars needs no note', () => {
  expect(chargeNotes({ currency: 'EUR', amount: 920 }, rate)).toEqual({ Charged: '€9.20', Rate: '1 USD = 0.92 EUR' });
  expect(chargeNotes({ currency: 'USD', amount: 1_000 }, rate)).toEqual({});
});

test('an amount written for the provider and read again is the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (hundredths) => {
      expect(chargeFromText(chargeText(hundredths))).toBe(hundredths);
    }),
  );
});

test.each(['10', '10.0', '10.000', '-1.00', '1e3', '', '1,00'])('"%s" is no amount with two decimals', (text) => {
  expect(chargeFromText(text)).toBeUndefined();
});

test.each(['0', '0.009', '0,92', '-1', '100.5', '1.1234567', 'NaN', ''])('"%s" is no rate', (text) => {
  expect(euroRate(text)).toBeUndefined();
});

test('a rate has up to six decimals and lies between a hundredth and a hundred', () => {
  expect(['0.01', '0.92', '1.084512', '100'].map((text) => euroRate(text)?.toFixed())).toEqual([
    '0.01',
    '0.92',
    '1.084512',
    '100',
  ]);
});
