import { type OddsFormat, writeOdds } from '@touchline/core/account';
import { useOddsFormat } from '../settings/preferences.ts';

/**
 * A price of the wire for the screen: 1.5 → "1.50"; what is no price stays as it came. The same as core's
 * `formatOdds(odds(price), format)`, spelt with the digits as they stand so that Home needs no exact arithmetic to show them.
 */
export function priceText(price: number | '-', format: OddsFormat = 'decimal'): string {
  const isPrice = price !== '-' && price > 1 && price <= highest && /^\d{1,4}(\.\d{1,4})?$/.test(String(price));
  return isPrice ? writeOdds(String(price), format) : String(price);
}

const highest = 1_000;

/** Prices and total odds of the wire in the format of whoever looks. */
export function usePriceText(): (price: number | '-') => string {
  const format = useOddsFormat();
  return (price) => (typeof price === 'number' ? totalOddsText(price, format) : price);
}

/** The product of prices knows no highest one. */
export const totalOddsText = (total: number, format: OddsFormat = 'decimal'): string =>
  writeOdds(String(total), format);
