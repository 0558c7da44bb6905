import type { UserId } from '@touchline/core/ids';
import { dollars } from '@touchline/core/money';
import { formatCharge, type Transaction } from '@touchline/core/payments';
import type { Action } from './record-action.ts';

/** Returns the audit record of an admin's decision about a deposit. Throws without a decision. */
export function resolvedAction(before: Transaction, after: Transaction, requestId: string): Action {
  if (!after.decision) throw new Error(`deposit ${after.id} has no decision`);
  return {
    actor: { userId: after.decision.by, role: 'admin' },
    action: after.status === 'completed' ? 'deposit-credited' : 'deposit-returned',
    subject: `deposit:${after.id}`,
    reason: after.reason,
    before: stateOf(before),
    after: stateOf(after),
    requestId,
  };
}

/**
 * Returns the audit record of an admin's decision about a failed refund: it is requested again or, with the `reference` of the payment, was
 * paid in another way.
 */
export const refundDecidedAction = (
  before: Transaction,
  after: Transaction,
  by: { readonly admin: UserId; readonly reference?: string; readonly reason: string; readonly requestId: string },
): Action => ({
  actor: { userId: by.admin, role: 'admin' },
  action: by.reference === undefined ? 'deposit-refund-repeated' : 'deposit-refund-paid',
  subject: `deposit:${after.id}`,
  reason: by.reason,
  before: stateOf(before),
  after: { ...stateOf(after), ...(by.reference !== undefined && { reference: by.reference }) },
  requestId: by.requestId,
});

const stateOf = ({
  version,
  status,
  amount,
  method,
  charge,
  flags,
  reason,
  metadata,
  providerPaymentId,
}: Transaction) => ({
  version,
  status,
  amount: dollars(amount),
  charge: charge && formatCharge(charge),
  paid: metadata['Paid'] ?? null,
  refund: metadata['Refund'] ?? null,
  payment: providerPaymentId,
  method,
  reason,
  flags,
});
