import type { TransactionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import type {
  Charge,
  Checkout,
  DepositMethod,
  ProviderAccount,
  ProviderLists,
  ProviderPayment,
  RefundReport,
} from '@touchline/core/payments';
import type { Result } from '@touchline/core/result';

export type NewPayment = {
  /** Also the idempotency key. */
  readonly transactionId: TransactionId;
  readonly charge: Charge;
  /** What the wallet will be credited with. */
  readonly credit: Cents;
  readonly method: DepositMethod;
  readonly description: string;
  /** Where the bettor returns to after paying. */
  readonly redirectUrl: string;
  readonly webhookUrl: string;
};

export type CreatedPayment = { readonly id: string; readonly checkout: Checkout };

/** Refused: the amount is outside the method's limits, or the method is not active. */
export type PaymentRefused = {
  readonly code: 'provider-refused';
  readonly detail: string;
  /** May be accepted later, for example when the operator's balance is too low. */
  readonly isTransient?: boolean;
};

/** Each `round` of a transaction has one refund. `charge`: the amount; by default all that is left. */
export type NewRefund = {
  readonly paymentId: string;
  readonly transactionId: TransactionId;
  readonly round: number;
  readonly description: string;
  readonly charge?: Charge;
};
export type ReportedRefund = Extract<RefundReport, { readonly kind: 'reported' }>;

/** The operations that we need from a payment provider. All throw `ProviderDown` when it does not respond properly. */
export type PaymentProvider = {
  readonly name: string;
  /** Whether this is a stand-in for a real provider, with which demo accounts have money that was never paid. */
  readonly isStandIn: boolean;
  readonly create: (payment: NewPayment) => Promise<Result<CreatedPayment, PaymentRefused>>;
  /** Returns the payment with its refunds and chargebacks; `undefined` when the provider does not know it. */
  readonly read: (paymentId: string) => Promise<ProviderPayment | undefined>;
  /** Refunds a part, or what is left, of a payment, once per round; repeated calls return its current state. */
  readonly refund: (refund: NewRefund) => Promise<Result<ReportedRefund, PaymentRefused>>;
  /** Returns a refund; `undefined` when the provider does not know it, or its payment. */
  readonly readRefund: (paymentId: string, refundId: string) => Promise<ReportedRefund | undefined>;
  /** Returns the refund of a transaction and round, if there is one and the provider knows the payment. */
  readonly findRefund: (
    refund: Pick<NewRefund, 'paymentId' | 'transactionId' | 'round'>,
  ) => Promise<ReportedRefund | undefined>;
  /** Returns everything in the provider's lists since a moment. */
  readonly list: (since: Instant) => Promise<ProviderLists>;
  /** Returns our balances and settlements at the provider since a moment; `undefined` without an access token. */
  readonly readAccount: (since: Instant) => Promise<ProviderAccount | undefined>;
};

/** The provider is unreachable or slow, or its response is unreadable. It may work again later. */
export class ProviderDown extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'ProviderDown';
  }
}

/** The call was not made: the circuit breaker is open, or this minute's calls are used up. */
export class ProviderNotAsked extends ProviderDown {
  constructor(provider: string, why: string) {
    super(`${provider} was not asked`, why);
    this.name = 'ProviderNotAsked';
  }
}

/** The provider's response cannot be read. */
export class UndocumentedAnswer extends Error {}
