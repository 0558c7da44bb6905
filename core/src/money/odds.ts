import { Decimal } from 'decimal.js';
import { formatNumber } from '../language/index.ts';
import { type OddsFormat, writeOdds } from './odds-format.ts';

export { Decimal } from 'decimal.js';

/** Keeps the product of 25 prices (up to 1,000, four decimals each) exact. */
Decimal.set({ precision: 200, rounding: Decimal.ROUND_DOWN });

/** The highest price accepted from a provider; anything above is an error. */
const highestOdds = 1_000;

/**
 * Parses decimal odds from a provider or a request. `undefined` unless above 1, at most 1,000 and with at most four decimals: a
 * price of 1.00 or less can never win anything.
 */
export function odds(price: string | number): Decimal | undefined {
  const before = known.get(price);
  if (before || !/^\d{1,4}(\.\d+)?$/.test(String(price))) return before;
  const value = new Decimal(price);
  if (value.lte(1) || value.gt(highestOdds) || value.decimalPlaces() > 4) return undefined;
  if (known.size >= mostKnown) known.clear();
  known.set(price, value);
  return value;
}

/** Parsed prices: the same few hundred come with nearly every bet. */
const known = new Map<string | number, Decimal>();
const mostKnown = 5_000;

/** Returns the exact product of all prices; 1 for none. */
export const totalOdds = (prices: readonly Decimal[]): Decimal =>
  prices.length === 0 ? new Decimal(1) : prices.reduce((product, price) => product.times(price));

/** Formats odds for the screen: two decimals, rounded half up, or the same price in another format. */
export const formatOdds = (price: Decimal, format: OddsFormat = 'decimal'): string =>
  format === 'decimal'
    ? formatNumber(price.toFixed(2, Decimal.ROUND_HALF_UP) as `${number}`, twoDecimals)
    : writeOdds(price.toFixed(), format);

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;
