import type { Instant } from '../instant.ts';
import type { Checkout, Transaction } from './transaction.ts';

/**
 * Returns where the bettor can continue to pay a deposit. `undefined` once payment has begun, money has arrived, staff have
 * decided, or the payment page has expired.
 */
export function openCheckout(transaction: Transaction, now: Instant): Checkout | undefined {
  const { type, status, flags, decision, checkout } = transaction;
  if (type !== 'deposit' || status !== 'initiated' || flags.length > 0 || decision !== null) return undefined;
  return checkout !== null && (checkout.expiresAt === null || now < checkout.expiresAt) ? checkout : undefined;
}
