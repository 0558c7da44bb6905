import { type Cents, cents, Decimal, noMoney } from '@touchline/core/money';

/** Whole dollars of the quick chips. */
export const quickStakes = [5, 10, 25, 50] as const;

/** Above every limit; a larger number counts as this. */
const largest = cents(99_999_999_999_999);

/** The stake in whole cents, rounded down. Anything that is not a number above 0 counts as 0. */
export function stakeFromText(text: string): Cents {
  const amount = numberIn(text);
  if (amount === undefined || amount.lt(0)) return noMoney;
  const whole = amount.times(100).floor();
  return whole.lt(largest) ? cents(whole.toNumber()) : largest;
}

/** Whether the text has fractions of a cent, which are not staked. */
export function hasFractionOfCent(text: string): boolean {
  const amount = numberIn(text);
  return amount !== undefined && amount.decimalPlaces() > 2;
}

/** As a number field reads it: `1e2` is 100. */
function numberIn(text: string): Decimal | undefined {
  const typed = text.trim();
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) && Number.isFinite(Number(typed));
  return isNumber ? new Decimal(typed) : undefined;
}
