import { followPayment, isReturnedByRule, type ProviderPayment, type Transaction } from '@touchline/core/payments';
import { refreshRefund } from './advance-refund.ts';
import { changeStatus, creditPaid } from './follow-payment.ts';
import type { ReconcileDeps } from './publish-change.ts';
import { followReversals } from './reverse-deposit.ts';

export { type PaymentChange, paymentChange, type ReconcileDeps } from './publish-change.ts';

/**
 * Updates a deposit to the current state of its payment and returns it; used by webhooks, the return page and the sweep. Safe to run
 * concurrently: each change is decided again under the row's lock, and money moves under a key from the payment's id. Throws
 * `ProviderDown`.
 */
export async function reconcileDeposit(deps: ReconcileDeps, deposit: Transaction): Promise<Transaction> {
  if (deposit.provider !== deps.provider.name || deposit.providerPaymentId === null) return deposit;
  const payment = await deps.provider.read(deposit.providerPaymentId);
  if (payment) return follow(deps, deposit, payment);
  deps.alarm({ transaction: deposit.id, payment: deposit.providerPaymentId }, 'payment unknown to the provider');
  return deposit;
}

async function follow(deps: ReconcileDeps, deposit: Transaction, payment: ProviderPayment): Promise<Transaction> {
  const step = followPayment(deposit, payment, deps.now());
  const followed =
    step.kind === 'stay'
      ? deposit
      : step.kind === 'credit'
        ? await creditPaid(deps, deposit, payment, { at: payment.paidAt ?? deps.now(), bonus: deps.bonus })
        : await changeStatus(deps, deposit, payment);
  if (followed.status === 'completed') await followReversals(deps, followed, payment);
  else if (followed.decision !== null || isReturnedByRule(followed)) await refreshRefund(deps, followed.id);
  return followed;
}
