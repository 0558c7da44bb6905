import type { TransactionView } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { dollars } from '@touchline/core/money';
import { openCheckout, type Transaction } from '@touchline/core/payments';

/** Returns a transaction for the API: dollars, ISO times, without bank details or payment page. */
export function viewTransaction(transaction: Transaction, userId: string): TransactionView {
  const { route = [] } = transaction.payoutPlan ?? {};
  const { id, version, type, amount, status, method, reference, reason, metadata, createdAt, updatedAt } = transaction;
  return {
    _id: id,
    version,
    userId,
    type,
    amount: dollars(amount),
    status,
    paymentMethod: method,
    ...(reference !== null && { reference }),
    ...(reason !== null && { reason }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(route.length > 0 && {
      returns: route.map((part) => ({ method: part.method, amount: dollars(part.amount), state: part.state })),
    }),
  };
}

/** The same for its owner, with the payment page while it can be used. */
export function viewOwnTransaction(transaction: Transaction, userId: string, now: Instant): TransactionView {
  const checkout = openCheckout(transaction, now);
  return {
    ...viewTransaction(transaction, userId),
    ...(checkout && { checkoutUrl: checkout.url }),
    ...(checkout?.expiresAt && { checkoutExpiresAt: new Date(checkout.expiresAt).toISOString() }),
  };
}
