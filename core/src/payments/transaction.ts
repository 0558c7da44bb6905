import type { TransactionId, UserId, WalletId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Cents } from '../money/index.ts';

export const transactionTypes = ['deposit', 'withdrawal', 'refund'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** `initiated`: not paid yet; `pending`: waiting for the provider or an admin; the others are final. */
export const transactionStatuses = ['initiated', 'pending', 'completed', 'failed', 'canceled'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];
export const isFinal = (status: TransactionStatus): boolean => status !== 'initiated' && status !== 'pending';

export const depositMethods = ['creditcard', 'ideal', 'bancontact', 'paypal'] as const;
export type DepositMethod = (typeof depositMethods)[number];
export const withdrawalMethods = ['bank_transfer', 'paypal', 'crypto'] as const;
export type WithdrawalMethod = (typeof withdrawalMethods)[number];

/** What the provider charges for a deposit, in hundredths of the currency. */
export type Charge = { readonly currency: 'USD' | 'EUR'; readonly amount: number };

/** The provider's page where a deposit is paid. `expiresAt`: when it expires, if the provider says so. */
export type Checkout = { readonly url: string; readonly expiresAt: Instant | null };

/** Where a withdrawal is paid to: sealed for the admin who pays, masked for everyone else. */
export type PayoutTarget = {
  readonly sealed: string;
  readonly mask: string;
  /** Keyed digest that identifies the target without revealing it. */
  readonly fingerprint: string;
};

/**
 * `planned`: the withdrawal is not approved yet; `waiting`: not requested yet; `asked`: requested; `returned`: the money is back at
 * its source; `failed`: it could not be returned and is still owed; `paid`: it failed, and an admin paid it in another way.
 */
export const returnStates = ['planned', 'waiting', 'asked', 'returned', 'failed', 'paid'] as const;
type ReturnState = (typeof returnStates)[number];

/** A part of a withdrawal that is returned to the deposit it came from, as a refund. */
export type ReturnedPart = {
  readonly depositId: TransactionId;
  readonly method: DepositMethod;
  /** In cents of the wallet. */
  readonly amount: Cents;
  /** The corresponding part of the deposit's charge. */
  readonly charge: Charge;
  readonly state: ReturnState;
  /** The provider makes one refund per round. */
  readonly round: number;
  /** The provider's refund id. */
  readonly refundId: string | null;
  /** Why the last request of this round failed, for admins. */
  readonly reason?: string;
  /** How often this round's request failed, and since when; the worker repeats transient failures. */
  readonly attempts?: number;
  readonly since?: Instant;
};

/** How a withdrawal will be paid, decided when it is requested. */
export type PayoutPlan = {
  /** When it can be approved; `null`: at once. */
  readonly payableFrom: Instant | null;
  /** The first of two approvals. */
  readonly firstApproval: { readonly by: UserId; readonly at: Instant } | null;
  /** What is returned to deposits; the rest goes to the destination. */
  readonly route: readonly ReturnedPart[];
};

/** A deposit, withdrawal or refund. `version` grows with each change; amounts are positive cents of the wallet. */
export type Transaction = {
  readonly id: TransactionId;
  readonly walletId: WalletId;
  readonly version: number;
  readonly type: TransactionType;
  readonly amount: Cents;
  readonly status: TransactionStatus;
  readonly method: string;
  /** The provider's id of the payment, or the bank's reference of the payout. */
  readonly reference: string | null;
  /** Why it failed or was canceled, or why staff credited it. */
  readonly reason: string | null;
  readonly provider: string | null;
  readonly providerPaymentId: string | null;
  readonly charge: Charge | null;
  /** Known once the provider has created the payment. For the owner only, see `openCheckout`. */
  readonly checkout: Checkout | null;
  readonly payout: PayoutTarget | null;
  /** Withdrawals only. */
  readonly payoutPlan?: PayoutPlan;
  /** What an admin should check before paying, such as `new-account`. */
  readonly flags: readonly string[];
  /** Who paid or rejected a withdrawal, or decided about a deposit. */
  readonly decision: { readonly by: UserId; readonly at: Instant } | null;
  /** Shown on screens as key and value. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/**
 * Returns where the bettor can continue to pay a deposit. `undefined` once payment has begun, money has arrived, staff have
 * decided, or the payment page has expired.
 */
export function openCheckout(transaction: Transaction, now: Instant): Checkout | undefined {
  const { type, status, flags, decision, checkout } = transaction;
  if (type !== 'deposit' || status !== 'initiated' || flags.length > 0 || decision !== null) return undefined;
  return checkout !== null && (checkout.expiresAt === null || now < checkout.expiresAt) ? checkout : undefined;
}
