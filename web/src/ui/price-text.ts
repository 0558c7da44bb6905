import { type OddsFormat, writeOdds } from '@touchline/core/account';
import { useOddsFormat } from '../settings/preferences.ts';

/**
 * Formats a price: 1.5 → "1.50". Anything else is returned unchanged. Equals core's `formatOdds(odds(price), format)`, but works on
 * the digits, so that Home does not load exact arithmetic.
 */
export function priceText(price: number | '-', format: OddsFormat = 'decimal'): string {
  const isPrice = price !== '-' && price > 1 && price <= highest && /^\d{1,4}(\.\d{1,4})?$/.test(String(price));
  return isPrice ? writeOdds(String(price), format) : String(price);
}

const highest = 1_000;

/** Formats prices and total odds in the user's format. */
export function usePriceText(): (price: number | '-') => string {
  const format = useOddsFormat();
  return (price) => (typeof price === 'number' ? totalOddsText(price, format) : price);
}

/** Formats total odds, which have no upper limit. */
export const totalOddsText = (total: number, format: OddsFormat = 'decimal'): string =>
  writeOdds(String(total), format);
