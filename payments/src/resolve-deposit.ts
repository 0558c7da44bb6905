import type { TransactionId } from '@touchline/core/ids';
import {
  type CreditByHandRefusal,
  creditedByHand,
  hasFailedRefund,
  mayResolve,
  newRefund,
  type Resolution,
  returnedByHand,
  type Transaction,
  withRefundRequested,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction, resolvedAction } from '@touchline/store/audit';
import { changeDeposit, readTransaction, writeRefund } from '@touchline/store/payments';
import { isClosedWallet } from '@touchline/store/privacy';
import { isAllowed, type ResolvedBy } from './allow-decision.ts';
import { recognizePayer } from './follow-payment.ts';
import { ProviderDown } from './provider.ts';
import { movedWallet, publishChange } from './publish-change.ts';
import { type ReconcileDeps, reconcileDeposit } from './reconcile.ts';
import { canRefund, recordPaidRefund, repeatRefund } from './resolve-refund.ts';

/**
 * Carries out an admin's decision about a deposit that needs one: credit an amount, under the payment's usual key, or refund it, which is
 * requested after the commit. Above the daily limit of one admin, two must decide the same. A failed refund is retried by a decision to
 * refund, or recorded as paid in another way. Of two concurrent decisions the first wins, and repeating one's own gives the same answer. A credit is checked with the
 * provider at that moment. Throws `ProviderDown`.
 */
export async function resolveDeposit(
  deps: ReconcileDeps,
  id: TransactionId,
  resolution: Resolution,
  by: ResolvedBy,
): Promise<Result<Transaction, CreditByHandRefusal>> {
  const deposit = await readTransaction(deps.db, id);
  if (!deposit) return refused({ code: 'transaction-unknown' });
  const isOwner = deposit.walletId === by.admin.walletId;
  if (resolution.how === 'elsewhere' || (resolution.how === 'returned' && hasFailedRefund(deposit))) {
    if (isOwner) return refused({ code: 'own-deposit' });
    return resolution.how === 'elsewhere'
      ? recordPaidRefund(deps, deposit, resolution, by)
      : repeatRefund(deps, deposit, resolution.reason, by);
  }
  if (isSame(deposit, resolution, by)) return ok(deposit);
  const may = mayResolve(deposit, { isOwner });
  if (!may.ok) return may;
  if (resolution.how === 'credited') return credit(deps, deposit, resolution, by);
  const { amount } = deposit;
  const decision = { action: 'deposit-returned', amount, reason: resolution.reason } as const;
  if (!(await isAllowed(deps, deposit, decision, by))) return refused({ code: 'second-admin-needed' });
  return refund(deps, deposit, resolution.reason, { ...by, isOwner });
}

async function credit(
  deps: ReconcileDeps,
  deposit: Transaction,
  { amount, reason }: Extract<Resolution, { how: 'credited' }>,
  by: ResolvedBy,
): Promise<Result<Transaction, CreditByHandRefusal>> {
  const { admin, requestId } = by;
  const { id, walletId, providerPaymentId } = deposit;
  // A closed account never opens again, and none is closed while a deposit waits for a decision.
  if (await isClosedWallet(deps.db, walletId)) return refused({ code: 'account-closed' });
  if (deposit.provider !== deps.provider.name || providerPaymentId === null) {
    return refused({ code: 'payment-not-paid' });
  }
  const payment = await deps.provider.read(providerPaymentId);
  if (!payment) return refused({ code: 'payment-not-paid' });
  const fits = creditedByHand(deposit, payment, amount);
  if (!fits.ok) return fits;
  const decision = { action: 'deposit-credited', amount, reason } as const;
  if (!(await isAllowed(deps, deposit, decision, by))) return refused({ code: 'second-admin-needed' });
  await recognizePayer(deps, deposit, payment, payment.paidAt ?? deps.now());
  const credited = await deps.writer.submit({
    type: 'credit-deposit',
    walletId,
    deposit: { transactionId: id, provider: deps.provider.name, providerPaymentId, amount },
    byHand: { payment, reason, admin, requestId },
    bonus: deps.bonus,
    actor: `admin:${admin.userId}`,
    cause: `request:${requestId}`,
  });
  if (credited.ok) {
    const { transaction, repeated } = credited.value;
    if (!repeated) await publishChange(deps, transaction, movedWallet(credited.value, 'DepositCredited'));
    await followReversalsNow(deps, transaction);
    return ok(transaction);
  }
  const { refusal } = credited;
  switch (refusal.code) {
    case 'key-reused':
    case 'transaction-closed':
    case 'amount-differs':
      return refused({ code: 'deposit-resolved', transaction: (await readTransaction(deps.db, id)) ?? deposit });
    default:
      return refused(refusal);
  }
}

/** Reversals between the check and the credit must not wait for the next sweep, unless the provider is down. */
async function followReversalsNow(deps: ReconcileDeps, transaction: Transaction): Promise<void> {
  try {
    await reconcileDeposit(deps, transaction);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
  }
}

async function refund(
  deps: ReconcileDeps,
  { id }: Transaction,
  reason: string,
  { admin, isOwner, requestId }: ResolvedBy & { readonly isOwner: boolean },
): Promise<Result<Transaction, CreditByHandRefusal>> {
  let decided: Result<Transaction, CreditByHandRefusal> = refused({ code: 'deposit-not-waiting' });
  const { transaction, isChanged } = await changeDeposit(
    deps.db,
    id,
    (current) => {
      decided = mayResolve(current, { isOwner });
      if (!decided.ok) return undefined;
      const returned = returnedByHand(current, reason, { userId: admin.userId, isOwner, at: deps.now() });
      return canRefund(deps, current) ? withRefundRequested(returned) : returned;
    },
    async (trx, before, after) => {
      await recordAction(trx, resolvedAction(before, after, requestId));
      if (canRefund(deps, after)) await writeRefund(trx, newRefund(after, after.updatedAt));
    },
  );
  if (!isChanged) return decided;
  await publishChange(deps, transaction);
  return ok(transaction);
}

/** Returns whether this admin has made the same decision before. */
const isSame = (
  deposit: Transaction,
  resolution: Exclude<Resolution, { how: 'elsewhere' }>,
  { admin }: ResolvedBy,
): boolean =>
  deposit.type === 'deposit' &&
  deposit.decision?.by === admin.userId &&
  (resolution.how === 'credited'
    ? deposit.status === 'completed' && deposit.amount === resolution.amount
    : deposit.status !== 'completed');
