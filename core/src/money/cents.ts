import { formatNumber } from '../language/index.ts';

declare const unit: unique symbol;

/** Money: whole cents of a US dollar. Adding two needs `plus`, so a bare number never becomes money by accident. */
export type Cents = number & { readonly [unit]: 'cents' };

/** Brands `amount` (whole cents, may be negative). Throws a RangeError for a fraction or anything beyond ±2^53. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return (amount === 0 ? 0 : amount) as Cents;
}

export const noMoney = cents(0);
export const plus = (a: Cents, b: Cents): Cents => cents(a + b);
export const minus = (a: Cents, b: Cents): Cents => cents(a - b);
export const negative = (a: Cents): Cents => cents(-a);
export const sum = (amounts: readonly Cents[]): Cents => amounts.reduce(plus, noMoney);

/** From here on, one JSON number of dollars could mean several amounts of cents. */
const largestOnWire = 2 ** 51;

/**
 * Converts dollars from a request (a JSON number such as 12.5) to cents.
 * `undefined` with more than two decimals or from 2^51 cents on: money is never rounded on entry.
 */
export function centsFromDollars(amount: number): Cents | undefined {
  const nearest = Math.round(amount * 100);
  // The division and the reading of the JSON text are each rounded once, so equality means exactly these cents were written.
  const isExact = Math.abs(nearest) < largestOnWire && nearest / 100 === amount;
  return isExact ? cents(nearest) : undefined;
}

/** Converts cents to dollars for a response: 1250 → 12.5. */
export const dollars = (amount: Cents): number => amount / 100;
export const dollarsOrNull = (amount: Cents | null | undefined): number | null =>
  amount === null || amount === undefined ? null : dollars(amount);

/** Formats cents in the current language: 123450 → "$1,234.50", "1.234,50 $"; −5 → "-$0.05". */
export function formatDollars(amount: Cents): string {
  const fraction = Math.abs(amount) % 100;
  // Subtract the fraction first: 2^53 / 100 has no room for two decimals in a double.
  const whole = (Math.abs(amount) - fraction) / 100;
  return formatNumber(
    `${amount < 0 ? '-' : ''}${whole}.${String(fraction).padStart(2, '0')}` as `${number}`,
    dollarStyle,
  );
}

const dollarStyle = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
