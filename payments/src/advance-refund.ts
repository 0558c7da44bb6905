import type { TransactionId } from '@touchline/core/ids';
import { type DepositRefund, followRefund, type RefundReport, type Transaction } from '@touchline/core/payments';
import { changeRefund, readDepositRefund, readTransaction } from '@touchline/store/payments';
import { ProviderDown } from './provider.ts';
import { publishChange, type ReconcileDeps } from './publish-change.ts';

/**
 * Advances the refund of a returned deposit: requests a waiting one and follows a requested one. Safe to run concurrently: each round
 * has one refund. A provider that is down is retried later.
 */
export async function advanceRefund(deps: ReconcileDeps, refund: DepositRefund): Promise<void> {
  const deposit = await readTransaction(deps.db, refund.transactionId);
  if (deposit) await followReport(deps, refund, await ask(deps, refund, deposit));
}

/** Updates the refund of a returned deposit after the provider reported a change. Throws `ProviderDown`. */
export async function refreshRefund(deps: ReconcileDeps, id: TransactionId): Promise<void> {
  const [refund, deposit] = await Promise.all([readDepositRefund(deps.db, id), readTransaction(deps.db, id)]);
  if (!refund?.refundId || !deposit?.providerPaymentId) return;
  const report = await deps.provider.readRefund(deposit.providerPaymentId, refund.refundId);
  if (report) await followReport(deps, refund, report);
}

const unreachable = { kind: 'unreachable' } as const;
const unknown = { kind: 'unknown' } as const;

async function ask(deps: ReconcileDeps, refund: DepositRefund, deposit: Transaction): Promise<RefundReport> {
  const { id: transactionId, providerPaymentId: paymentId } = deposit;
  if (paymentId === null) return { kind: 'refused', detail: 'The deposit has no payment.' };
  try {
    if (refund.refundId !== null) return (await deps.provider.readRefund(paymentId, refund.refundId)) ?? unknown;
    const description = `Refund of deposit ${transactionId}`;
    const asked = await deps.provider.refund({ paymentId, transactionId, round: refund.round, description });
    return asked.ok ? asked.value : { kind: 'refused', detail: asked.refusal.detail };
  } catch (error) {
    if (error instanceof ProviderDown) return unreachable;
    throw error;
  }
}

/** Stores the provider's report under the rows' locks and publishes the change; a report about an earlier round is ignored. */
export async function followReport(deps: ReconcileDeps, asked: DepositRefund, report: RefundReport): Promise<void> {
  const { step, isChanged } = await changeRefund(deps.db, asked.transactionId, (refund, deposit) =>
    refund.round === asked.round ? followRefund(refund, deposit, report, deps.now()) : undefined,
  );
  if (!step) return;
  if (isChanged) await publishChange(deps, step.transaction);
  const { id, providerPaymentId: payment, metadata } = step.transaction;
  const fields = { transaction: id, payment, refund: step.refund.refundId, why: metadata['Refund'] };
  if (step.hasFailed) deps.alarm(fields, 'deposit could not be refunded: an admin must act');
  if (step.isPaidTwice)
    deps.alarm(fields, 'deposit was paid back in another way and refunded too: recover one of them');
}
