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

/**
 * Dollars as they arrive on the wire (a JSON number such as 12.5) to cents.
 * `undefined` when there are more than two decimals or the amount is not a safe number: money is never rounded on entry.
 */
export function centsFromDollars(dollars: number): Cents | undefined {
  const amount = Math.round(dollars * 100);
  const isExact = Number.isSafeInteger(amount) && Math.abs(dollars * 100 - amount) < 1e-6;
  return isExact ? cents(amount) : undefined;
}

/** Cents to the dollars of the wire: 1250 → 12.5. */
export const dollars = (amount: Cents): number => amount / 100;

/** Cents for the screen: 123450 → "$1,234.50", −5 → "-$0.05". */
export function formatDollars(amount: Cents): string {
  const [whole = '0', fraction = '00'] = (Math.abs(amount) / 100).toFixed(2).split('.');
  return `${amount < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
