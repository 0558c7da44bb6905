import { formatOdds, type OddsFormat, odds, oddsFormats } from '@touchline/core/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceText } from './price-text.ts';

/** Core's text for the same price. */
const expectedText = (price: number, format: OddsFormat): string => {
  const exact = odds(price);
  return exact ? formatOdds(exact, format) : String(price);
};

test.each([
  [1.5, '1.50'],
  [1.999, '2.00'],
  [1000, '1000.00'],
  [1000.01, '1000.01'],
  [1, '1'],
  [1.00005, '1.00005'],
  ['-', '-'],
] as const)('%s is shown as %s', (price, text) => expect(priceText(price)).toBe(text));

test.each(oddsFormats)('formats every price as core does, in %s odds', (format) => {
  const anyPrice = fc.oneof(
    fc.integer({ min: 0, max: 11_000_000 }).map((tenThousandths) => tenThousandths / 10_000),
    fc.double(),
    fc.constantFrom(0, 1, 1.0001, 999.9999, 1000, 1000.0001, 1e21, 1e-7, -2, Number.NaN, Number.POSITIVE_INFINITY),
  );
  fc.assert(
    fc.property(anyPrice, (price) => {
      expect(priceText(price, format)).toBe(expectedText(price, format));
    }),
    { numRuns: 1_000 },
  );
});
