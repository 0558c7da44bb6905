import type { TransactionId } from '@touchline/core/ids';
import type { Charge, Checkout, DepositMethod, ProviderPayment, RefundReport } from '@touchline/core/payments';
import type { Result } from '@touchline/core/result';

export type NewPayment = {
  /** Also the key under which the provider makes the payment once, however often it is asked. */
  readonly transactionId: TransactionId;
  readonly charge: Charge;
  readonly method: DepositMethod;
  readonly description: string;
  /** Where the bettor comes back to. */
  readonly redirectUrl: string;
  readonly webhookUrl: string;
};

export type CreatedPayment = { readonly id: string; readonly checkout: Checkout };

/** What is asked for cannot be had: the amount is outside the method's limits, or the method is not active. */
export type PaymentRefused = {
  readonly code: 'provider-refused';
  readonly detail: string;
  /** The same may be accepted later, as when the operator's balance at the provider is too low. */
  readonly isTransient?: boolean;
};

/** `round`: one refund of a transaction is made for each. `charge`: how much of the payment; all that is left when not given. */
export type NewRefund = {
  readonly paymentId: string;
  readonly transactionId: TransactionId;
  readonly round: number;
  readonly description: string;
  readonly charge?: Charge;
};
export type ReportedRefund = Extract<RefundReport, { readonly kind: 'reported' }>;

/** A payment provider as the product needs it. All calls throw `ProviderDown` when it does not answer as it should. */
export type PaymentProvider = {
  readonly name: string;
  readonly create: (payment: NewPayment) => Promise<Result<CreatedPayment, PaymentRefused>>;
  /** The payment as it is now, with what was taken back of it; `undefined` when the provider does not know it. */
  readonly read: (paymentId: string) => Promise<ProviderPayment | undefined>;
  /** Gives back a part, or what is left, of a paid payment, once for each round; asked again it tells how far that has come. */
  readonly refund: (refund: NewRefund) => Promise<Result<ReportedRefund, PaymentRefused>>;
  readonly readRefund: (paymentId: string, refundId: string) => Promise<ReportedRefund>;
  /** The refund that was made for a transaction and round; `undefined` when there is none. */
  readonly findRefund: (
    refund: Pick<NewRefund, 'paymentId' | 'transactionId' | 'round'>,
  ) => Promise<ReportedRefund | undefined>;
};

/** The provider is out of reach, slow, or answers nonsense. It may work again later. */
export class ProviderDown extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'ProviderDown';
  }
}

/** The provider was not asked: its circuit breaker is open, or this minute's calls are used up. */
export class ProviderNotAsked extends ProviderDown {
  constructor(provider: string, why: string) {
    super(`${provider} was not asked`, why);
    this.name = 'ProviderNotAsked';
  }
}

/** The provider answered, and its answer cannot be read. */
export class UndocumentedAnswer extends Error {}
