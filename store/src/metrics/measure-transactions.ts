import type { TransactionStatus, TransactionType } from '@touchline/core/payments';
import type { Registry } from 'prom-client';
import { metersOf } from './meters-of.ts';

type Changed = { readonly type: TransactionType; readonly status: TransactionStatus };

/** Counts status changes of transactions by this process. */
export function measureTransactions(registry: Registry): (transaction: Changed) => void {
  const changes = metersOf(registry).counter(
    'touchline_transactions_changed_total',
    'Deposits, withdrawals and refunds that came to a status by this process',
    ['type', 'status'],
  );
  return ({ type, status }) => changes.inc({ type, status });
}
