import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import {
  type CreditByHandRefusal,
  mayResolve,
  type Resolution,
  returnedByHand,
  type Transaction,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { resolvedAction } from '@touchline/store/audit';
import { changeDeposit, readTransaction } from '@touchline/store/payments';
import { ProviderDown } from './provider.ts';
import { type ReconcileDeps, reconcileDeposit } from './reconcile.ts';
import { movedWallet, tellChange } from './tell-change.ts';

export type ResolvedBy = {
  readonly admin: { readonly userId: UserId; readonly walletId: WalletId };
  readonly requestId: string;
};

/**
 * An admin says what becomes of a deposit that waits for a person: credited with an amount, under the same key of the provider's
 * payment as if it had been credited by itself, or never credited because the money goes back. Of two at once one is first; the
 * same decision of the same admin again answers the same. Bettor and desks are told after the commit. Throws `ProviderDown` when a
 * credit cannot be checked: the provider is asked again at that moment.
 */
export async function resolveDeposit(
  deps: ReconcileDeps,
  id: TransactionId,
  resolution: Resolution,
  by: ResolvedBy,
): Promise<Result<Transaction, CreditByHandRefusal>> {
  const deposit = await readTransaction(deps.db, id);
  if (!deposit) return refused({ code: 'transaction-unknown' });
  if (isSame(deposit, resolution, by)) return ok(deposit);
  const isOwner = deposit.walletId === by.admin.walletId;
  const may = mayResolve(deposit, { isOwner });
  if (!may.ok) return may;
  return resolution.how === 'credited'
    ? credit(deps, deposit, resolution, by)
    : giveUp(deps, deposit, resolution.reason, { ...by, isOwner });
}

async function credit(
  deps: ReconcileDeps,
  deposit: Transaction,
  { amount, reason }: Extract<Resolution, { how: 'credited' }>,
  { admin, requestId }: ResolvedBy,
): Promise<Result<Transaction, CreditByHandRefusal>> {
  const { id, walletId, providerPaymentId } = deposit;
  if (deposit.provider !== deps.provider.name || providerPaymentId === null) {
    return refused({ code: 'payment-not-paid' });
  }
  const payment = await deps.provider.read(providerPaymentId);
  if (!payment) return refused({ code: 'payment-not-paid' });
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
    if (!repeated) await tellChange(deps, transaction, movedWallet(credited.value, 'DepositCredited'));
    await followTaken(deps, transaction);
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

/** What was taken back between our question and the credit must not wait for the next sweep; a provider that is away does. */
async function followTaken(deps: ReconcileDeps, transaction: Transaction): Promise<void> {
  try {
    await reconcileDeposit(deps, transaction);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
  }
}

async function giveUp(
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
      return decided.ok
        ? returnedByHand(current, reason, { userId: admin.userId, isOwner, at: deps.now() })
        : undefined;
    },
    (before, after) => resolvedAction(before, after, requestId),
  );
  if (!isChanged) return decided;
  await tellChange(deps, transaction);
  return ok(transaction);
}

/** The same admin, who decided the same before. */
const isSame = (deposit: Transaction, resolution: Resolution, { admin }: ResolvedBy): boolean =>
  deposit.type === 'deposit' &&
  deposit.decision?.by === admin.userId &&
  (resolution.how === 'credited'
    ? deposit.status === 'completed' && deposit.amount === resolution.amount
    : deposit.status !== 'completed');
