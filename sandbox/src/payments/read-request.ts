import { isObject } from '../http/answer.ts';
import { METHODS, type MethodId, methodOf, takesAmount, takesCurrency } from './methods.ts';
import { type Amount, isCurrency, minorUnits } from './money.ts';
import { invalid, type Problem } from './problem.ts';

export type NewPayment = {
  readonly amount: Amount;
  readonly description: string;
  readonly redirectUrl: string;
  readonly cancelUrl: string | null;
  readonly webhookUrl: string | null;
  readonly methods: readonly MethodId[];
  readonly locale: string | null;
  readonly metadata: unknown;
};

/** Reads the body of POST /v2/payments, or returns its first problem. */
export function readNewPayment(body: Record<string, unknown>): NewPayment | Problem {
  const { amount: givenAmount, description, redirectUrl, cancelUrl, webhookUrl, method, locale, metadata } = body;
  const amount = readAmount(givenAmount);
  if ('detail' in amount) return amount;
  if (typeof description !== 'string' || description.trim() === '')
    return invalid('description', 'The description is required.');
  if (description.length > 255) return invalid('description', 'The description can have at most 255 characters.');
  if (redirectUrl === undefined || redirectUrl === null) return invalid('redirectUrl', 'The redirect URL is required.');
  for (const [field, address] of Object.entries({ redirectUrl, cancelUrl, webhookUrl })) {
    if (address !== undefined && address !== null && !isWebAddress(address))
      return invalid(field, `The ${field} is not a valid http(s) URL.`);
  }
  if (metadata !== undefined && JSON.stringify(metadata).length > 1024)
    return invalid('metadata', 'The metadata is larger than 1 kB.');
  if (locale !== undefined && locale !== null && !(typeof locale === 'string' && /^[a-z]{2}_[A-Z]{2}$/.test(locale))) {
    return invalid('locale', 'The locale is invalid, use a form such as en_US.');
  }
  const methods = readMethods(method, amount);
  if ('detail' in methods) return methods;
  return {
    amount,
    description,
    redirectUrl: String(redirectUrl),
    cancelUrl: textOrNull(cancelUrl),
    webhookUrl: textOrNull(webhookUrl),
    methods: methods.ids,
    locale: textOrNull(locale),
    metadata: metadata ?? null,
  };
}

/** Reads an amount: text with exactly the currency's decimals, above zero. */
export function readAmount(given: unknown): Amount | Problem {
  if (!isObject(given)) return invalid('amount', 'The amount is required, as an object with currency and value.');
  const { currency, value } = given;
  if (typeof currency !== 'string' || !isCurrency(currency))
    return invalid('amount.currency', 'The currency is not supported.');
  if (typeof value !== 'string') return invalid('amount.value', 'The value has to be a string.');
  const units = minorUnits(currency, value);
  if (units === null) return invalid('amount', `The value "${value}" does not have the decimals of ${currency}.`);
  if (units <= 0) return invalid('amount', 'The amount is lower than the minimum.');
  return { currency, value };
}

function readMethods(given: unknown, amount: Amount): { ids: MethodId[] } | Problem {
  const named = given === undefined || given === null ? [] : Array.isArray(given) ? given : [given];
  const methods = named.map((id) => (typeof id === 'string' ? methodOf(id) : undefined));
  if (methods.some((method) => method === undefined))
    return invalid('method', 'The payment method is invalid or not activated.');
  const chosen = named.length === 0 ? METHODS : methods.filter((method) => method !== undefined);
  const ofCurrency = chosen.filter((method) => takesCurrency(method, amount.currency));
  if (ofCurrency.length === 0) {
    return invalid('method', `The payment method does not take ${amount.currency}.`);
  }
  const fitting = ofCurrency.filter((method) => takesAmount(method, amount));
  if (fitting.length === 0) return invalid('amount', 'The amount is outside the limits of the payment method.');
  return { ids: fitting.map((method) => method.id) };
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return ['http:', 'https:'].includes(new URL(value).protocol);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
