import type { TransactionView } from '@touchline/core/contract';
import { dollars } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';

/** A transaction for its owner: dollars, ISO times, and no bank details. */
export function viewTransaction(transaction: Transaction, userId: string): TransactionView {
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
  };
}
