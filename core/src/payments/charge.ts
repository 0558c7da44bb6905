import { type Cents, Decimal } from '../money/index.ts';
import type { Charge, DepositMethod } from './transaction.ts';

/** iDEAL and Bancontact only support euro; wallets are in dollars. */
export const chargeCurrency = {
  creditcard: 'USD',
  paypal: 'USD',
  ideal: 'EUR',
  bancontact: 'EUR',
} as const satisfies Record<DepositMethod, Charge['currency']>;

/**
 * Parses how many euro are charged for a dollar. `undefined` unless it is at least 0.01 and at most 100, with at most six decimals.
 */
export function euroRate(text: string): Decimal | undefined {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(text)) return undefined;
  const rate = new Decimal(text);
  return rate.gte('0.01') && rate.lte(100) ? rate : undefined;
}

/** Returns the charge for a deposit. Euro charges are the dollars times the rate, rounded to the nearest cent, half a cent up. */
export function chargeFor(amount: Cents, method: DepositMethod, euroPerDollar: Decimal): Charge {
  const currency = chargeCurrency[method];
  if (currency === 'USD') return { currency, amount };
  return { currency, amount: roundHalfUp(euroPerDollar.times(amount)) };
}

/** Describes the charge on screens, if it differs from the deposited amount. */
export function chargeNotes(charge: Charge, euroPerDollar: Decimal): Readonly<Record<string, string>> {
  if (charge.currency === 'USD') return {};
  return { Charged: formatCharge(charge), Rate: `1 USD = ${euroPerDollar.toFixed()} EUR` };
}

/** Formats hundredths as the provider does, with exactly two decimals: 920 → "9.20". */
export const chargeText = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;

/** Parses the provider's amount; `undefined` unless it has exactly two decimals. */
export const chargeFromText = (text: string): number | undefined =>
  /^\d{1,12}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;

export const formatCharge = (charge: Charge): string =>
  `${charge.currency === 'EUR' ? '€' : '$'}${chargeText(charge.amount)}`;

/** What a payment has, in hundredths of any currency. */
export type Paid = { readonly currency: string; readonly amount: number };

export const paidText = ({ currency, amount }: Paid): string =>
  currency === 'USD' || currency === 'EUR' ? formatCharge({ currency, amount }) : `${currency} ${chargeText(amount)}`;

export const roundHalfUp = (exact: Decimal): number => exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
