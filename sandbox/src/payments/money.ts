/** An amount as Mollie writes it: the value is text with exactly the decimals of the currency. */
export type Amount = { readonly currency: string; readonly value: string };

const DECIMALS: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 2,
  BGN: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  ILS: 2,
  ISK: 0,
  JPY: 0,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  RON: 2,
  RUB: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TWD: 2,
  USD: 2,
  ZAR: 2,
};

/** Minor units (cents) of an amount; null if the currency is unknown or the text has other decimals than the currency. */
export function minorUnits(currency: string, value: string): number | null {
  const decimals = DECIMALS[currency];
  if (decimals === undefined) return null;
  const form = decimals === 0 ? /^\d{1,10}$/ : /^\d{1,10}\.\d{2}$/;
  return form.test(value) ? Number(value.replace('.', '')) : null;
}

export const isCurrency = (currency: string): boolean => currency in DECIMALS;

export function amountOf(currency: string, units: number): Amount {
  const decimals = DECIMALS[currency] ?? 2;
  const digits = String(units).padStart(decimals + 1, '0');
  return { currency, value: decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
}

/** Minor units of an amount we made ourselves. */
export const unitsOf = (amount: Amount): number => minorUnits(amount.currency, amount.value) ?? 0;
