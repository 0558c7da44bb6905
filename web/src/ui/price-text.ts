/**
 * A price of the wire for the screen: 1.5 → "1.50", never rounded up; what is no price stays as it came. The same as core's
 * `formatOdds(odds(price))`, spelt with the digits as they stand so that Home needs no exact arithmetic to show them.
 */
export function priceText(price: number | '-'): string {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:\.(\d{1,4}))?$/.exec(String(price)) ?? [];
  const isPrice = whole !== undefined && price !== '-' && price > 1 && price <= highest;
  return isPrice ? `${whole}.${decimals.slice(0, 2).padEnd(2, '0')}` : String(price);
}

const highest = 1_000;
