import { formatOdds, odds } from '@touchline/core/money';

/** A price of the wire for the screen: 1.5 → "1.50", never rounded up; what is no price stays as it came. */
export function priceText(price: number | '-'): string {
  const exact = price === '-' ? undefined : odds(price);
  return exact ? formatOdds(exact) : String(price);
}
