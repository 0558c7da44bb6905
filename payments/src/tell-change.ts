import { bonusMoved, viewOwnTransaction, viewWallet, type WalletPush } from '@touchline/core/contract';
import { dollars, negative } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { ownerOf, viewForAdmins } from '@touchline/store/payments';
import type { MovedTransaction } from '@touchline/store/wallet';
import type { PaymentChange, ReconcileDeps } from './reconcile-deps.ts';

/** Returns the wallet with the reason for its change. */
export function movedWallet(
  { wallet, version, transaction, also }: MovedTransaction,
  type: 'DepositCredited' | 'DepositReversed',
): WalletPush {
  const amount = type === 'DepositCredited' ? transaction.amount : negative(transaction.amount);
  return { ...viewWallet(wallet, version), reason: { type, amount: dollars(amount), ...bonusMoved(also) } };
}

/** Publishes a committed transaction, and its wallet if money moved. */
export async function tellChange(deps: ReconcileDeps, transaction: Transaction, wallet?: WalletPush): Promise<void> {
  const change = await paymentChange(deps, transaction);
  deps.announce({ ...change, ...(wallet && { wallet }) });
}

/** A transaction that changed, as its owner and admins see it: only the owner sees where to pay it. */
export async function paymentChange(
  { db, now }: Pick<ReconcileDeps, 'db' | 'now'>,
  transaction: Transaction,
): Promise<PaymentChange> {
  const [userId, [forAdmins]] = await Promise.all([
    ownerOf(db, transaction.walletId),
    viewForAdmins(db, [transaction]),
  ]);
  if (!forAdmins) throw new Error(`transaction ${transaction.id} cannot be shown`);
  return { userId, transaction: viewOwnTransaction(transaction, userId, now()), forAdmins };
}
