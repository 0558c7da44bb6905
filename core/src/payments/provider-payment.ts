import type { TransactionId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Promised } from './compare-lists.ts';
import type { Reversal } from './deposit.ts';

export const providerStatuses = ['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'] as const;
type ProviderStatus = (typeof providerStatuses)[number];

/** A payment as the provider reports it. Amounts are hundredths of `currency`. */
export type ProviderPayment = {
  readonly id: string;
  readonly status: ProviderStatus;
  readonly currency: string;
  readonly amount: number;
  /** The provider's failure code, if it gives one. */
  readonly failureReason: string | null;
  /** The transaction that we named when we created the payment. */
  readonly transactionId: TransactionId | null;
  /** What it was to credit when we created the payment; missing if we did not say. */
  readonly promised?: Promised | undefined;
  /** When it was paid, in whole seconds; null before that. */
  readonly paidAt: Instant | null;
  /** Identifies the card, PayPal account or bank account that paid; null if the provider does not. */
  readonly payer: string | null;
  /** What queued or pending refunds will take, unless they are canceled; these are no reversals yet. */
  readonly refunding: number;
  /** Refunds and chargebacks, including announced ones, oldest first. */
  readonly reversals: readonly ProviderReversal[];
};

/** `taken`: returned to the payer, or about to be; `returned`: it failed or was won back, so the money is ours again. */
export type ProviderReversal = {
  readonly kind: Reversal['kind'];
  readonly reversalId: string;
  readonly amount: number;
  readonly state: 'taken' | 'returned';
  /** For a refund that we requested: the transaction it was for. */
  readonly madeFor?: string;
};
