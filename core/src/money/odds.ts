import { Decimal } from 'decimal.js';
import { type OddsFormat, writeOdds } from './odds-format.ts';

export { Decimal } from 'decimal.js';

/** Enough digits that the product of 25 prices (up to 1,000, four decimals each) is exact. */
Decimal.set({ precision: 200, rounding: Decimal.ROUND_DOWN });

/** The highest price taken from a feed; anything above is a mistake of the provider. */
const highestOdds = 1_000;

/**
 * Decimal odds from a provider or a request. `undefined` unless it is a number above 1 and at most 1,000 with at most
 * four decimals: a price of 1.00 or less can never pay, so it is no price.
 */
export function odds(price: string | number): Decimal | undefined {
  if (!/^\d{1,4}(\.\d+)?$/.test(String(price))) return undefined;
  const value = new Decimal(price);
  return value.gt(1) && value.lte(highestOdds) && value.decimalPlaces() <= 4 ? value : undefined;
}

/** The exact product of all prices; 1 for none. */
export const totalOdds = (prices: readonly Decimal[]): Decimal =>
  prices.length === 0 ? new Decimal(1) : prices.reduce((product, price) => product.times(price));

/** Odds for the screen: two decimals, half a hundredth rounded up, or the same price in another format. */
export const formatOdds = (price: Decimal, format: OddsFormat = 'decimal'): string =>
  format === 'decimal' ? price.toFixed(2, Decimal.ROUND_HALF_UP) : writeOdds(price.toFixed(), format);
