import type { UserId, WalletId } from '@touchline/core/ids';
import type { Cents } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { authorizeDecision, type DepositDecision } from '@touchline/store/payments';
import type { ReconcileDeps } from './reconcile.ts';

export type ResolvedBy = {
  readonly admin: { readonly userId: UserId; readonly walletId: WalletId };
  readonly requestId: string;
  /** The most that one admin may decide alone in 24 hours. */
  readonly fourEyes: Cents;
};

/** Returns whether a decision about a deposit can be carried out now, or waits for another admin who decides the same. */
export const isAllowed = async (
  { db, now }: Pick<ReconcileDeps, 'db' | 'now'>,
  { id }: Transaction,
  wanted: Pick<DepositDecision, 'action' | 'amount' | 'reason' | 'reference' | 'round'>,
  { admin, requestId, fourEyes: limit }: ResolvedBy,
): Promise<boolean> => {
  const decision = { ...wanted, transactionId: id, admin: admin.userId, requestId, at: now(), limit };
  return (await authorizeDecision(db, decision)) === 'allowed';
};
