import type { UserId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Cents, minus, negative } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { Wallet, WalletEvent } from '../wallet/index.ts';
import { maxWithdrawal, minWithdrawal } from './limits.ts';
import type { Transaction } from './transaction.ts';

export type WithdrawalRefusal =
  | { readonly code: 'amount-below-minimum'; readonly minimum: Cents }
  | { readonly code: 'amount-above-maximum'; readonly maximum: Cents }
  | { readonly code: 'balance-too-low'; readonly balance: Cents; readonly missing: Cents };

/** Holds the money of a withdrawal: it leaves the cash at once and waits for an admin (spec §5, §9). */
export function requestWithdrawal(
  wallet: Wallet,
  asked: Pick<Transaction, 'id' | 'amount'>,
): Result<WalletEvent, WithdrawalRefusal> {
  const { id: transactionId, amount } = asked;
  if (amount < minWithdrawal) return refused({ code: 'amount-below-minimum', minimum: minWithdrawal });
  if (amount > maxWithdrawal) return refused({ code: 'amount-above-maximum', maximum: maxWithdrawal });
  if (amount > wallet.cash) {
    return refused({ code: 'balance-too-low', balance: wallet.cash, missing: minus(amount, wallet.cash) });
  }
  return ok({ type: 'WithdrawalRequested', transactionId, amount });
}

/** How an admin decides a withdrawal: paid with the bank's reference, or rejected with a reason. */
export type WithdrawalDecision =
  /** `despite`: the verification of the ledger whose findings the admin knows of. */
  | { readonly how: 'paid'; readonly reference: string; readonly despite?: string }
  | { readonly how: 'rejected'; readonly reason: string };

export type DecisionRefusal =
  | { readonly code: 'transaction-unknown' }
  | { readonly code: 'own-withdrawal' }
  /** `debt`: what the player owes the house. */
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'withdrawal-decided'; readonly transaction: Transaction };

/**
 * Ends a pending withdrawal, once: whoever comes second is told how it was decided. While the cash is below nothing, as after a
 * chargeback of the very deposit that is being withdrawn, what is held does not leave the house: rejected, it pays the debt.
 */
export function decideWithdrawal(
  transaction: Transaction,
  { cash }: Pick<Wallet, 'cash'>,
  decision: WithdrawalDecision,
  by: { readonly userId: UserId; readonly isOwner: boolean; readonly at: Instant },
): Result<{ readonly event: WalletEvent; readonly transaction: Transaction }, DecisionRefusal> {
  if (transaction.type !== 'withdrawal') return refused({ code: 'transaction-unknown' });
  if (by.isOwner) return refused({ code: 'own-withdrawal' });
  if (transaction.status !== 'pending') return refused({ code: 'withdrawal-decided', transaction });
  if (decision.how === 'paid' && cash < 0) return refused({ code: 'player-in-debt', debt: negative(cash) });
  const { id: transactionId, amount } = transaction;
  const decided = {
    ...transaction,
    version: transaction.version + 1,
    decision: { by: by.userId, at: by.at },
    updatedAt: by.at,
  };
  return decision.how === 'paid'
    ? ok({
        event: { type: 'WithdrawalPaid', transactionId, amount, reference: decision.reference },
        transaction: { ...decided, status: 'completed', reference: decision.reference },
      })
    : ok({
        // What staff wrote may name a person, and what is hashed cannot be erased: the transaction has it.
        event: { type: 'WithdrawalReleased', transactionId, amount, reason: 'rejected' },
        transaction: { ...decided, status: 'canceled', reason: decision.reason },
      });
}
