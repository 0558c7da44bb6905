import type { Instant } from '../instant.ts';
import type { Checkout, Transaction } from './transaction.ts';

/**
 * Where its owner can go on paying a deposit. `undefined` once the payer has begun to pay, money has come, a person has decided, or
 * the provider takes no payment there any more: a link that leads nowhere is worse than none.
 */
export function openCheckout(transaction: Transaction, now: Instant): Checkout | undefined {
  const { type, status, flags, decision, checkout } = transaction;
  if (type !== 'deposit' || status !== 'initiated' || flags.length > 0 || decision !== null) return undefined;
  return checkout !== null && (checkout.expiresAt === null || now < checkout.expiresAt) ? checkout : undefined;
}
