import type { MethodId } from './methods.ts';
import type { Amount } from './money.ts';

export type PaymentStatus = 'open' | 'pending' | 'paid' | 'canceled' | 'expired' | 'failed';
export type RefundStatus = 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';

export type Refund = {
  readonly id: string;
  readonly amount: Amount;
  readonly description: string;
  readonly metadata: unknown;
  readonly createdAt: number;
  readonly status: RefundStatus;
};

export type Chargeback = {
  readonly id: string;
  readonly amount: Amount;
  readonly createdAt: number;
  /** When the bank reversed it because the merchant won the dispute. */
  readonly reversedAt?: number;
};

/** A stored payment. Times in ms. */
export type Payment = {
  readonly id: string;
  readonly createdAt: number;
  readonly amount: Amount;
  readonly description: string;
  readonly method: MethodId | null;
  /** What the payer may choose from while no method is fixed. */
  readonly choices: readonly MethodId[];
  readonly metadata: unknown;
  readonly locale: string | null;
  readonly redirectUrl: string;
  readonly cancelUrl: string | null;
  readonly webhookUrl: string | null;
  readonly expiresAt: number;
  readonly status: PaymentStatus;
  readonly statusAt: number;
  readonly failureReason: string | null;
  /** The paying card or account by name. Without a name each payment has its own. */
  readonly payer?: string;
  readonly refunds: readonly Refund[];
  readonly chargebacks: readonly Chargeback[];
};

/** The allowed status changes; `paid` stays paid, whatever is refunded or charged back. */
const NEXT = {
  open: ['pending', 'paid', 'canceled', 'expired', 'failed'],
  pending: ['paid', 'canceled', 'expired', 'failed'],
  paid: [],
  canceled: [],
  expired: [],
  failed: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean =>
  NEXT[from].some((status) => status === to);
