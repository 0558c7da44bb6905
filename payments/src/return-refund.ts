import type { TransactionId } from '@touchline/core/ids';
import { type DepositRefund, followRefund, type RefundReport, type Transaction } from '@touchline/core/payments';
import { changeRefund, readDepositRefund, readTransaction } from '@touchline/store/payments';
import { ProviderDown } from './provider.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { tellChange } from './tell-change.ts';

/**
 * Advances the refund of a returned deposit: requests a waiting one and follows a requested one. Safe to run concurrently: each round
 * has one refund. A provider that is down is retried later.
 */
export async function advanceRefund(deps: ReconcileDeps, refund: DepositRefund): Promise<void> {
  const deposit = await readTransaction(deps.db, refund.transactionId);
  if (deposit) await follow(deps, refund, await ask(deps, refund, deposit));
}

/** Updates the refund of a returned deposit after the provider reported a change. Throws `ProviderDown`. */
export async function refreshRefund(deps: ReconcileDeps, id: TransactionId): Promise<void> {
  const [refund, deposit] = await Promise.all([readDepositRefund(deps.db, id), readTransaction(deps.db, id)]);
  if (!refund?.refundId || !deposit?.providerPaymentId) return;
  await follow(deps, refund, await deps.provider.readRefund(deposit.providerPaymentId, refund.refundId));
}

async function ask(deps: ReconcileDeps, refund: DepositRefund, deposit: Transaction): Promise<RefundReport> {
  const { id: transactionId, providerPaymentId: paymentId } = deposit;
  if (paymentId === null) return { kind: 'refused', detail: 'It has no payment.' };
  try {
    if (refund.refundId !== null) return await deps.provider.readRefund(paymentId, refund.refundId);
    const description = `Deposit ${transactionId} given back`;
    const asked = await deps.provider.refund({ paymentId, transactionId, round: refund.round, description });
    return asked.ok ? asked.value : { kind: 'refused', detail: asked.refusal.detail };
  } catch (error) {
    if (error instanceof ProviderDown) return { kind: 'unreachable' };
    throw error;
  }
}

/** Decides under the rows' locks; a response about an earlier round is ignored. */
async function follow(deps: ReconcileDeps, asked: DepositRefund, word: RefundReport): Promise<void> {
  const { step, isChanged } = await changeRefund(deps.db, asked.transactionId, (refund, deposit) =>
    refund.round === asked.round ? followRefund(refund, deposit, word, deps.now()) : undefined,
  );
  if (!step) return;
  if (isChanged) await tellChange(deps, step.transaction);
  if (step.hasFailed) {
    const { id, providerPaymentId: payment, metadata } = step.transaction;
    const particulars = { transaction: id, payment, refund: step.refund.refundId, why: metadata['Refund'] };
    deps.alarm(particulars, 'a deposit could not be given back: an admin has to look at it');
  }
}
