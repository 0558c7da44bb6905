import { type Cents, Decimal } from '../money/index.ts';
import type { Charge, DepositMethod } from './transaction.ts';

/** iDEAL and Bancontact know no other currency than the euro; the wallet is in dollars. */
export const chargeCurrency = {
  creditcard: 'USD',
  paypal: 'USD',
  ideal: 'EUR',
  bancontact: 'EUR',
} as const satisfies Record<DepositMethod, Charge['currency']>;

/** How many euro the operator charges for one dollar. `undefined` unless it is above 0.01, at most 100, with at most six decimals. */
export function euroRate(text: string): Decimal | undefined {
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(text)) return undefined;
  const rate = new Decimal(text);
  return rate.gte('0.01') && rate.lte(100) ? rate : undefined;
}

/** A charge in euro is the dollars times the rate, rounded to the nearest cent; half a cent is rounded up. */
export function chargeFor(amount: Cents, method: DepositMethod, euroPerDollar: Decimal): Charge {
  const currency = chargeCurrency[method];
  if (currency === 'USD') return { currency, amount };
  return { currency, amount: roundHalfUp(euroPerDollar.times(amount)) };
}

/** For people, kept with the transaction: what is charged, where that is not what the wallet gets. */
export function chargeNotes(charge: Charge, euroPerDollar: Decimal): Readonly<Record<string, string>> {
  if (charge.currency === 'USD') return {};
  return { Charged: formatCharge(charge), Rate: `1 USD = ${euroPerDollar.toFixed()} EUR` };
}

/** Hundredths as the provider writes them: exactly two decimals, 920 → "9.20". */
export const chargeText = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;

/** The other way round; `undefined` when there are not exactly two decimals. */
export const chargeFromText = (text: string): number | undefined =>
  /^\d{1,12}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;

export const formatCharge = (charge: Charge): string =>
  `${charge.currency === 'EUR' ? '€' : '$'}${chargeText(charge.amount)}`;

export const roundHalfUp = (exact: Decimal): number => exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
