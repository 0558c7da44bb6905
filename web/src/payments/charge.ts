import type { PaymentMethodsView } from '@touchline/core/contract';
import { formatNumber } from '@touchline/core/language';
import { chargeCurrency, chargeFor, euroRate, rateText } from '@touchline/core/payments';
import { centsFromText } from '../ui/amount-text.ts';

type MethodView = PaymentMethodsView['deposit']['methods'][number];

/** Whether a method charges euro, while the server's list of methods is not loaded. */
export const isEuroOnly = (method: MethodView['id']): boolean => chargeCurrency[method] === 'EUR';

type EuroCharge = { readonly euro: string; readonly rate: string };

/** What is charged in euro for an amount of dollars, to the cent; `undefined` while amount or rate is not known. */
export function euroCharge(dollarsTyped: string, method: MethodView | undefined): EuroCharge | undefined {
  const rate = method?.rate ? euroRate(method.rate) : undefined;
  const amount = centsFromText(dollarsTyped);
  if (!method || !rate || amount === undefined) return undefined;
  const charge = chargeFor(amount, method.id, rate);
  return {
    euro: formatNumber(charge.amount / 100, { style: 'currency', currency: 'EUR' }),
    rate: rateText(rate.toFixed() as `${number}`),
  };
}
