import type { TransactionId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Cents } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { WalletEvent } from '../wallet/index.ts';
import type { Transaction } from './transaction.ts';

export type ReverseRefusal =
  | { readonly code: 'transaction-unknown' }
  | { readonly code: 'transaction-open' }
  | { readonly code: 'amount-invalid' };

/** A refund or chargeback of a deposit, with the provider's id for it. */
export type Reversal = {
  /** The transaction that the bettor sees. */
  readonly id: TransactionId;
  readonly kind: 'refund' | 'chargeback';
  readonly reversalId: string;
  readonly amount: Cents;
};

/** Returns the deposit as completed by the provider. */
export const completed = (deposit: Transaction, providerPaymentId: string, at: Instant): Transaction => ({
  ...deposit,
  version: deposit.version + 1,
  status: 'completed',
  reference: providerPaymentId,
  reason: null,
  updatedAt: at,
});

/** Debits a refunded or charged-back deposit. The balance may become negative; it is never clipped. */
export function reverseDeposit(
  deposit: Transaction,
  reversal: Reversal,
  at: Instant,
): Result<{ readonly event: WalletEvent; readonly transaction: Transaction }, ReverseRefusal> {
  const { provider, providerPaymentId } = deposit;
  if (deposit.type !== 'deposit' || provider === null || providerPaymentId === null) {
    return refused({ code: 'transaction-unknown' });
  }
  if (deposit.status !== 'completed') return refused({ code: 'transaction-open' });
  const { id, kind, reversalId, amount } = reversal;
  if (amount <= 0 || amount > deposit.amount) return refused({ code: 'amount-invalid' });
  return ok({
    event: { type: 'DepositReversed', amount, transactionId: deposit.id, provider, providerPaymentId, reversalId },
    transaction: {
      ...deposit,
      id,
      version: 1,
      type: 'refund',
      amount,
      reference: reversalId,
      reason: null,
      flags: [],
      decision: null,
      providerPaymentId: null,
      charge: null,
      checkout: null,
      metadata: { kind, deposit: deposit.id },
      createdAt: at,
      updatedAt: at,
    },
  });
}
