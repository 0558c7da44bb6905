import type { BonusTerms } from '@touchline/core/bonus';
import {
  type AdminTransactionView,
  bonusMoved,
  type TransactionView,
  viewOwnTransaction,
  viewWallet,
  type WalletPush,
} from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { dollars, negative } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import type { Db } from '@touchline/store/connect';
import type { StoredEmail } from '@touchline/store/emails';
import { ownerOf, viewForAdmins } from '@touchline/store/payments';
import type { DataKey } from '@touchline/store/sealed';
import type { MovedTransaction, WalletWriter } from '@touchline/store/wallet';
import type { PaymentProvider } from './provider.ts';

/** A committed transaction for its owner and for admins, with the wallet if money moved. */
export type PaymentChange = {
  readonly userId: UserId;
  readonly transaction: TransactionView;
  readonly forAdmins: AdminTransactionView;
  readonly wallet?: WalletPush;
};

export type ReconcileDeps = {
  readonly db: Db;
  readonly writer: Pick<WalletWriter, 'submit'>;
  readonly provider: PaymentProvider;
  /** The key for digests of payers. */
  readonly dataKey: DataKey;
  /** The terms on which a first deposit earns a bonus. */
  readonly bonus: BonusTerms;
  readonly now: () => Instant;
  /** Called after each commit. */
  readonly announce: (change: PaymentChange) => void;
  /** Queues a stored email after the commit. */
  readonly queueEmail: (email: StoredEmail) => void;
  /** Logs a problem that an admin must resolve. */
  readonly alarm: (fields: object, event: string) => void;
};

/** Returns the wallet with the reason for its change. */
export function movedWallet(
  { wallet, version, transaction, also }: MovedTransaction,
  type: 'DepositCredited' | 'DepositReversed',
): WalletPush {
  const amount = type === 'DepositCredited' ? transaction.amount : negative(transaction.amount);
  return { ...viewWallet(wallet, version), reason: { type, amount: dollars(amount), ...bonusMoved(also) } };
}

/** Publishes a committed transaction, and its wallet if money moved. */
export async function publishChange(deps: ReconcileDeps, transaction: Transaction, wallet?: WalletPush): Promise<void> {
  const change = await paymentChange(deps, transaction);
  deps.announce({ ...change, ...(wallet && { wallet }) });
}

/** Shapes a changed transaction for its owner and for admins; only the owner's has the checkout link. */
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
