import {
  type CreditByHandRefusal,
  type DepositRefund,
  leftToRefund,
  paidRefund,
  type RefundReport,
  type Resolution,
  retryRefund,
  type Transaction,
  withRefundRequested,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction, refundDecidedAction } from '@touchline/store/audit';
import { changeRefund, readDepositRefund, readTransaction } from '@touchline/store/payments';
import { followReport } from './advance-refund.ts';
import { isAllowed, type ResolvedBy } from './allow-decision.ts';
import { publishChange } from './publish-change.ts';
import type { ReconcileDeps } from './reconcile.ts';

type Resolved = Promise<Result<Transaction, CreditByHandRefusal>>;

/** A payment of another provider must be refunded there by hand. */
export const canRefund = ({ provider }: ReconcileDeps, { provider: paidBy, providerPaymentId }: Transaction): boolean =>
  paidBy === provider.name && providerPaymentId !== null;

/**
 * Requests a failed refund again, as a new one, once. First confirms with the provider that it failed: a lost response may hide that it is
 * under way, and the new one would find nothing left to refund. Throws `ProviderDown`.
 */
export async function repeatRefund(
  deps: ReconcileDeps,
  deposit: Transaction,
  reason: string,
  { admin, requestId }: ResolvedBy,
): Resolved {
  const known = await readDepositRefund(deps.db, deposit.id);
  if (known?.state === 'failed') {
    const { isUnderWay } = await confirmFailed(deps, known, deposit);
    if (isUnderWay) return published(deps, deposit, undefined);
  }
  const { step } = await changeRefund(
    deps.db,
    deposit.id,
    (refund, current) => {
      const at = deps.now();
      const again = retryRefund(refund, at);
      const transaction = { ...withRefundRequested(current), version: current.version + 1, updatedAt: at };
      return again && { refund: again, transaction };
    },
    (trx, before, after) =>
      recordAction(trx, refundDecidedAction(before, after, { admin: admin.userId, reason, requestId })),
  );
  return published(deps, deposit, step?.transaction);
}

/**
 * Records that all of a failed refund was paid in another way, once, with two admins where the amount requires it. First confirms with the
 * provider that it was not made: a lost response may hide one. Repeating it with the same reference gives the same answer. Throws
 * `ProviderDown`.
 */
export async function recordPaidRefund(
  deps: ReconcileDeps,
  deposit: Transaction,
  { reference, reason }: Extract<Resolution, { how: 'elsewhere' }>,
  by: ResolvedBy,
): Resolved {
  const { id, type } = deposit;
  if (type !== 'deposit') return refused({ code: 'transaction-unknown' });
  const known = await readDepositRefund(deps.db, id);
  if (!known) return refused({ code: 'deposit-not-waiting' });
  if (known.state === 'paid' && known.paidReference === reference) return ok(deposit);
  if (known.state !== 'failed') return published(deps, deposit, undefined);
  const { left, value, isUnderWay } = await confirmFailed(deps, known, deposit);
  const refund = await readDepositRefund(deps.db, id);
  if (isUnderWay || refund?.state !== 'failed') return published(deps, deposit, undefined);
  const { round } = refund;
  const decision = { action: 'deposit-refund-paid', amount: value, reference, round, reason } as const;
  if (!(await isAllowed(deps, deposit, decision, by))) return refused({ code: 'second-admin-needed' });
  const { requestId, admin } = by;
  const { step } = await changeRefund(
    deps.db,
    id,
    (current, transaction) =>
      current.round === round ? paidRefund(current, transaction, { reference, left }, deps.now()) : undefined,
    (trx, before, after) =>
      recordAction(trx, refundDecidedAction(before, after, { admin: admin.userId, reference, reason, requestId })),
  );
  return published(deps, deposit, step?.transaction);
}

/**
 * Follows the refund, and returns what is left of the payment. `isUnderWay`: nothing, once refunds that wait at the provider are made, such
 * as one by hand. They may still fail, so they do not end our own.
 */
async function confirmFailed(
  deps: ReconcileDeps,
  refund: DepositRefund,
  deposit: Transaction,
): Promise<ReturnType<typeof leftToRefund> & { readonly isUnderWay: boolean }> {
  const { id: transactionId, providerPaymentId: paymentId } = deposit;
  if (!canRefund(deps, deposit) || paymentId === null) {
    return { ...leftToRefund(deposit, undefined), isUnderWay: false };
  }
  const { refundId, round } = refund;
  const report: RefundReport | undefined =
    refundId === null
      ? await deps.provider.findRefund({ paymentId, transactionId, round })
      : await deps.provider.readRefund(paymentId, refundId);
  if (report) await followReport(deps, refund, report);
  const payment = await deps.provider.read(paymentId);
  const rest = leftToRefund(deposit, payment);
  if (rest.left.amount > 0) return { ...rest, isUnderWay: false };
  const isUnderWay = payment !== undefined && payment.refunding > 0;
  const nothingLeft = { kind: 'reported', refundId: null, status: 'refunded', ...rest.left } as const;
  if (!isUnderWay) await followReport(deps, refund, nothingLeft);
  return { ...rest, isUnderWay };
}

/** Publishes a change; without one, it was resolved in the meantime, or its refund is under way. */
async function published(deps: ReconcileDeps, deposit: Transaction, changed: Transaction | undefined): Resolved {
  if (changed) {
    await publishChange(deps, changed);
    return ok(changed);
  }
  const [refund, transaction = deposit] = await Promise.all([
    readDepositRefund(deps.db, deposit.id),
    readTransaction(deps.db, deposit.id),
  ]);
  const isOver = refund?.state === 'refunded' || refund?.state === 'paid';
  return refused({ code: isOver ? 'deposit-resolved' : 'refund-under-way', transaction });
}
