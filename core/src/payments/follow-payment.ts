import type { Instant } from '../instant.ts';
import { type Cents, cents, Decimal, minus, noMoney } from '../money/index.ts';
import { roundHalfUp } from './charge.ts';
import type { ProviderPayment, ProviderReversal } from './provider-payment.ts';
import { type DepositAlarm, paidNotes } from './resolve-deposit.ts';
import { isReturnedByRule } from './return-refund.ts';
import { isFinal, type Transaction } from './transaction.ts';

export type DepositStep =
  | { readonly kind: 'stay' }
  | { readonly kind: 'credit' }
  /** `alarm`: what an operator has to look at. */
  | { readonly kind: 'change'; readonly transaction: Transaction; readonly alarm?: DepositAlarm };

/**
 * What the provider's word means for a deposit (FACTS B.2): it ends once, and is credited only for exactly what was charged.
 * A deposit that must not be credited by itself is flagged and waits for a person; what that person decided stays.
 */
export function followPayment(deposit: Transaction, payment: ProviderPayment, at: Instant): DepositStep {
  if (deposit.type !== 'deposit' || deposit.decision !== null || isReturnedByRule(deposit)) return stay;
  if (payment.status !== 'paid' && isFinal(deposit.status)) return stay;
  switch (payment.status) {
    case 'paid':
      return followPaid(deposit, payment, at);
    case 'open':
      return stay;
    case 'pending':
    case 'authorized':
      return deposit.status === 'pending' ? stay : become(deposit, 'pending', null, at);
    case 'canceled':
      return become(deposit, 'canceled', 'The payment was canceled.', at);
    case 'expired':
      return become(deposit, 'canceled', 'The payment expired before it was paid.', at);
    case 'failed':
      return become(deposit, 'failed', failureText(payment.failureReason), at);
  }
}

/** A deposit that never reached the provider. */
export const abandoned = (deposit: Transaction, reason: string, at: Instant): Transaction => ({
  ...deposit,
  version: deposit.version + 1,
  status: 'failed',
  reason,
  updatedAt: at,
});

function followPaid(deposit: Transaction, payment: ProviderPayment, at: Instant): DepositStep {
  if (deposit.status === 'completed') return stay;
  if (isFinal(deposit.status)) return flag(deposit, payment, 'paid-after-close', at);
  const isExact = deposit.charge?.currency === payment.currency && deposit.charge.amount === payment.amount;
  return isExact ? { kind: 'credit' } : flag(deposit, payment, 'amount-differs', at);
}

function flag(deposit: Transaction, payment: ProviderPayment, alarm: DepositAlarm, at: Instant): DepositStep {
  if (deposit.flags.includes(alarm)) return stay;
  const status = isFinal(deposit.status) ? deposit.status : 'pending';
  const flags = [...deposit.flags, alarm];
  const metadata = { ...deposit.metadata, ...paidNotes(deposit, payment) };
  return {
    kind: 'change',
    transaction: { ...deposit, version: deposit.version + 1, status, flags, metadata, updatedAt: at },
    alarm,
  };
}

const stay: DepositStep = { kind: 'stay' };

const become = (
  deposit: Transaction,
  status: Transaction['status'],
  reason: string | null,
  at: Instant,
): DepositStep => ({
  kind: 'change',
  transaction: { ...deposit, version: deposit.version + 1, status, reason, updatedAt: at },
});

/** A part of a charge that was taken back, in cents of the wallet. */
export type ReversedShare = { readonly taken: ProviderReversal; readonly amount: Cents };

/**
 * What each reversal takes out of the wallet: the share of the deposit that its share of the charge was. Shares of one kind are
 * rounded on their running sum, so that all parts together are the whole deposit and never more. Where a person credited less than
 * was paid (`paid`, in hundredths), what was never credited goes first.
 */
export function reversedShares(
  deposit: Pick<Transaction, 'amount' | 'charge'>,
  reversals: readonly ProviderReversal[],
  paid?: number,
): readonly ReversedShare[] {
  const charged = deposit.charge?.amount ?? deposit.amount;
  const shareOf = (hundredths: number): Cents =>
    cents(roundHalfUp(new Decimal(deposit.amount).times(Math.min(hundredths, charged)).div(charged)));
  const sums = { refund: 0, chargeback: 0 };
  let uncredited = Math.max(0, (paid ?? charged) - charged);
  return reversals
    .map((taken) => {
      const before = shareOf(sums[taken.kind]);
      const absorbed = Math.min(uncredited, taken.amount);
      uncredited -= absorbed;
      sums[taken.kind] += taken.amount - absorbed;
      return { taken, amount: minus(shareOf(sums[taken.kind]), before) };
    })
    .filter(({ amount }) => amount > noMoney);
}

/** The provider's code in words for the bettor. */
export function failureText(code: string | null): string {
  return (code !== null && words[code]) || 'The payment failed.';
}

const words: Readonly<Record<string, string>> = {
  authentication_abandoned: 'The payment was not confirmed with the bank.',
  authentication_failed: 'The bank could not confirm that it was you.',
  authentication_required: 'The bank wants the payment to be confirmed.',
  card_declined: 'The card was declined.',
  card_expired: 'The card has expired.',
  inactive_card: 'The card is not active.',
  insufficient_funds: 'There is not enough money on the card.',
  invalid_card_holder_name: "The card holder's name is not right.",
  invalid_card_number: 'The card number is not right.',
  invalid_card_type: 'This type of card is not accepted.',
  invalid_cvv: 'The security code of the card is not right.',
  possible_fraud: 'The payment was stopped because it may be fraud.',
  refused_by_issuer: 'The bank refused the payment.',
};
