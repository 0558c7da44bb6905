import { type Amount, unitsOf } from './money.ts';

export type MethodId = 'creditcard' | 'ideal' | 'bancontact' | 'paypal';

export type Method = {
  readonly id: MethodId;
  readonly description: string;
  /** null: any currency. */
  readonly currencies: readonly string[] | null;
  readonly minimumUnits: number;
  readonly maximumUnits: number;
  readonly expiresAfterMs: number;
  readonly chargebacks: 'possible' | 'never';
  /** Whether an open payment can be canceled with DELETE. */
  readonly cancelable: 'while open' | 'never';
};

const MINUTE = 60_000;

export const METHODS: readonly Method[] = [
  {
    id: 'creditcard',
    description: 'Card',
    currencies: null,
    minimumUnits: 1,
    maximumUnits: 1_000_000,
    expiresAfterMs: 30 * MINUTE,
    chargebacks: 'possible',
    cancelable: 'while open',
  },
  {
    id: 'ideal',
    description: 'iDEAL',
    currencies: ['EUR'],
    minimumUnits: 1,
    maximumUnits: 5_000_000,
    expiresAfterMs: 15 * MINUTE,
    chargebacks: 'never',
    cancelable: 'never',
  },
  {
    id: 'bancontact',
    description: 'Bancontact',
    currencies: ['EUR'],
    minimumUnits: 2,
    maximumUnits: 5_000_000,
    expiresAfterMs: 60 * MINUTE,
    chargebacks: 'never',
    cancelable: 'never',
  },
  {
    id: 'paypal',
    description: 'PayPal',
    currencies: null,
    minimumUnits: 1,
    maximumUnits: 800_000,
    expiresAfterMs: 72 * 60 * MINUTE,
    chargebacks: 'possible',
    cancelable: 'while open',
  },
];

export const methodOf = (id: string | null): Method | undefined => METHODS.find((method) => method.id === id);

export const takesCurrency = (method: Method, currency: string): boolean =>
  method.currencies?.includes(currency) ?? true;

export function takesAmount(method: Method, amount: Amount): boolean {
  const units = unitsOf(amount);
  return takesCurrency(method, amount.currency) && units >= method.minimumUnits && units <= method.maximumUnits;
}
