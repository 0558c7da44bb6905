import { type Decimal, formatOdds, odds } from '@touchline/core/money';
import { classes } from './classes.ts';

/** A price of the wire for the screen: 1.5 → "1.50", never rounded up; what is no price stays as it came. */
export function priceText(price: number | '-'): string {
  const exact = price === '-' ? undefined : odds(price);
  return exact ? formatOdds(exact) : String(price);
}

export const OddsText = ({ odds: value, className }: { readonly odds: Decimal; readonly className?: string }) => (
  <span className={classes('figures', className)}>{formatOdds(value)}</span>
);
