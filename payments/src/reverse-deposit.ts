import type { TransactionId } from '@touchline/core/ids';
import {
  type ProviderPayment,
  type ProviderReversal,
  type ReversedShare,
  reversedShares,
  type Transaction,
} from '@touchline/core/payments';
import { keyedId } from '@touchline/store/keyed-id';
import { openDeposit, readTransactions, wakeReturns, withdrawalsReturningTo } from '@touchline/store/payments';
import { creditPaid } from './follow-payment.ts';
import { movedWallet, publishChange, type ReconcileDeps } from './publish-change.ts';

/**
 * Debits refunds and chargebacks of a completed deposit from the wallet, and credits those that were reversed: each once. Ignores
 * refunds of a withdrawal: the ledger took that money when the withdrawal was approved.
 */
export async function followReversals(
  deps: ReconcileDeps,
  deposit: Transaction,
  { amount: paid, reversals: all }: Pick<ProviderPayment, 'amount' | 'reversals'>,
): Promise<void> {
  if (all.length === 0) return;
  const reversals = await withoutWithdrawals(deps, deposit, all);
  const ids = reversals.flatMap(({ reversalId }) => [reversalIdOf(deps, reversalId), returnIdOf(deps, reversalId)]);
  const known = new Map((await readTransactions(deps.db, ids)).map((transaction) => [transaction.id, transaction]));
  const taken = reversals.filter(({ state }) => state === 'taken');
  for (const share of reversedShares(deposit, taken, paid)) {
    if (!known.has(reversalIdOf(deps, share.taken.reversalId))) await reverse(deps, deposit, share);
  }
  for (const { state, reversalId } of reversals) {
    const reversal = known.get(reversalIdOf(deps, reversalId));
    const isReturned = known.get(returnIdOf(deps, reversalId))?.status === 'completed';
    if (state === 'returned' && reversal && !isReturned) await creditReturned(deps, deposit, reversal, reversalId);
  }
}

/** A refund belongs to a withdrawal if it names a paid one of this wallet that returns to this deposit. */
async function withoutWithdrawals(
  deps: ReconcileDeps,
  deposit: Transaction,
  all: readonly ProviderReversal[],
): Promise<readonly ProviderReversal[]> {
  if (all.every(({ madeFor }) => madeFor === undefined)) return all;
  const paid = (await withdrawalsReturningTo(deps.db, deposit)).filter(({ status }) => status === 'completed');
  const ids = new Set<string>(paid.map(({ id }) => id));
  const isWithdrawal = ({ madeFor }: ProviderReversal): boolean => madeFor !== undefined && ids.has(madeFor);
  if (all.some(isWithdrawal)) await wakeReturns(deps.db, deposit, deps.now());
  return all.filter((reversal) => !isWithdrawal(reversal));
}

async function reverse(deps: ReconcileDeps, deposit: Transaction, { taken, amount }: ReversedShare): Promise<void> {
  const { kind, reversalId } = taken;
  const reversed = await deps.writer.submit({
    type: 'reverse-deposit',
    walletId: deposit.walletId,
    transactionId: deposit.id,
    reversal: { id: reversalIdOf(deps, reversalId), kind, reversalId, amount },
    actor: 'system:payments',
    cause: `payment:${deposit.providerPaymentId}`,
  });
  if (!reversed.ok) throw new Error(`${kind} ${reversalId} of deposit ${deposit.id}: ${reversed.refusal.code}`);
  if (!reversed.value.repeated)
    await publishChange(deps, reversed.value.transaction, movedWallet(reversed.value, 'DepositReversed'));
}

/** Credits a failed refund or a won chargeback again, under the reversal's own id. */
async function creditReturned(
  deps: ReconcileDeps,
  deposit: Transaction,
  reversal: Transaction,
  reversalId: string,
): Promise<void> {
  const at = deps.now();
  const returned = await openDeposit(deps.db, {
    ...deposit,
    id: returnIdOf(deps, reversalId),
    version: 1,
    amount: reversal.amount,
    status: 'pending',
    reference: reversalId,
    reason: null,
    providerPaymentId: reversalId,
    charge: null,
    checkout: null,
    flags: [],
    decision: null,
    metadata: { ...reversal.metadata, returned: 'The provider returned this money.' },
    createdAt: at,
    updatedAt: at,
  });
  await creditPaid(deps, returned, { ...noPayment, id: reversalId });
}

// Only the id is read for this credit.
const noPayment: Omit<ProviderPayment, 'id'> = {
  status: 'paid',
  currency: '',
  amount: 0,
  failureReason: null,
  transactionId: null,
  paidAt: null,
  payer: null,
  refunding: 0,
  reversals: [],
};

const reversalIdOf = ({ provider }: ReconcileDeps, reversalId: string) =>
  keyedId(`reversal:${provider.name}:${reversalId}`) as TransactionId;
const returnIdOf = ({ provider }: ReconcileDeps, reversalId: string) =>
  keyedId(`return:${provider.name}:${reversalId}`) as TransactionId;
