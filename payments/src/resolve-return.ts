import type { TransactionId } from '@touchline/core/ids';
import { type ReturnRefusal, type ReturnResolution, roundsOwed, type Transaction } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { type ReturnDecision, readTransaction, resolveReturn as writeResolution } from '@touchline/store/payments';
import { followPart } from './advance-returns.ts';
import type { ResolvedBy } from './allow-decision.ts';
import { publishChange, type ReconcileDeps } from './publish-change.ts';

/**
 * Carries out an admin's decision about the part of a paid withdrawal that could not be refunded: request its refunds again, or pay it to
 * the destination or in another way, with two admins where the amount requires it. First confirms with the provider that none of it
 * was refunded. Of two concurrent decisions the first wins, and repeating one's own gives the same answer. Throws `ProviderDown`.
 */
export async function resolveReturn(
  deps: ReconcileDeps,
  id: TransactionId,
  resolution: ReturnResolution,
  by: Pick<ResolvedBy, 'admin' | 'requestId'> & Pick<ReturnDecision, 'policy' | 'ownReference' | 'despite'>,
): Promise<Result<Transaction, ReturnRefusal>> {
  const withdrawal = await readTransaction(deps.db, id);
  if (withdrawal?.type !== 'withdrawal') return refused({ code: 'transaction-unknown' });
  const rounds = roundsOwed(withdrawal);
  await confirmFailed(deps, withdrawal);
  const done = await writeResolution(deps.db, { ...by, transactionId: id, resolution, rounds, at: deps.now() });
  if (!done.ok) return done;
  const { transaction, email, isChanged } = done.value;
  if (isChanged) await publishChange(deps, transaction);
  if (email) deps.queueEmail(email);
  return ok(transaction);
}

/** Confirms each failed refund with the provider: a lost response may hide one that was made, and paying again would pay twice. */
async function confirmFailed(deps: ReconcileDeps, withdrawal: Transaction): Promise<void> {
  for (const part of withdrawal.payoutPlan?.route ?? []) {
    if (part.state !== 'failed') continue;
    const deposit = await readTransaction(deps.db, part.depositId);
    if (!deposit?.providerPaymentId || deposit.provider !== deps.provider.name) continue;
    const { providerPaymentId: paymentId } = deposit;
    const report =
      part.refundId === null
        ? await deps.provider.findRefund({ paymentId, transactionId: withdrawal.id, round: part.round })
        : await deps.provider.readRefund(paymentId, part.refundId);
    if (report) await followPart(deps, withdrawal, part, report);
  }
}
