import type { TransactionId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Reversal } from './deposit.ts';

export const providerStatuses = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

/** A payment as the provider tells it now. Amounts are hundredths of `currency`. */
export type ProviderPayment = {
  readonly id: string;
  readonly status: ProviderStatus;
  readonly currency: string;
  readonly amount: number;
  /** The provider's code of why it failed, where it tells one. */
  readonly failureReason: string | null;
  /** The transaction that we named when we asked for the payment. */
  readonly transactionId: TransactionId | null;
  /** When it was paid, in whole seconds; null while it was not. */
  readonly paidAt: Instant | null;
  /** Identifies the card, PayPal account or bank account that paid; null where the provider does not say. */
  readonly payer: string | null;
  /** What the provider took back or is about to, oldest first. */
  readonly reversals: readonly ProviderReversal[];
};

/** `taken`: on its way to the payer; `returned`: it failed or was won back, so the money is ours again. */
export type ProviderReversal = {
  readonly kind: Reversal['kind'];
  readonly reversalId: string;
  readonly amount: number;
  readonly state: 'taken' | 'returned';
  /** Of a refund that we asked for: the transaction it was for. */
  readonly madeFor?: string;
};
