import type { Instant } from '../instant.ts';
import { type Cents, cents, Decimal, minus, noMoney } from '../money/index.ts';
import { roundHalfUp } from './charge.ts';
import type { ProviderPayment, ProviderReversal } from './provider-payment.ts';
import { type DepositAlarm, paidNotes } from './resolve-deposit.ts';
import { isReturnedByRule } from './return-refund.ts';
import { isFinal, type Transaction } from './transaction.ts';

type DepositStep =
  | { readonly kind: 'stay' }
  | { readonly kind: 'credit' }
  /** `alarm`: why staff must check it. */
  | { readonly kind: 'change'; readonly transaction: Transaction; readonly alarm?: DepositAlarm };

/**
 * Applies a payment's status to its deposit. A deposit ends once and is credited only if exactly the charge was paid. Otherwise it
 * is flagged for a manual decision, which later reports do not change.
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

/** Fails a deposit for which the provider created no payment. */
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

/** A reversed share of a deposit, in cents of the wallet. */
export type ReversedShare = { readonly taken: ProviderReversal; readonly amount: Cents };

/**
 * Returns what each reversal debits: the same share of the deposit as of the charge. Shares of one kind are rounded on their
 * running sum, so that they never add up to more than the deposit. If staff credited less than was paid (`paid`, in hundredths),
 * the uncredited rest is reversed first.
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

/** Returns the message to the bettor for a provider's failure code. */
export function failureText(code: string | null): string {
  return (code !== null && Object.hasOwn(failureTexts, code) && failureTexts[code]) || 'The payment failed.';
}

const failureTexts: Readonly<Record<string, string>> = {
  authentication_abandoned: 'The payment was not confirmed with the bank.',
  authentication_failed: 'The bank could not confirm that it was you.',
  authentication_required: 'The bank requires you to confirm the payment.',
  card_declined: 'The card was declined.',
  card_expired: 'The card has expired.',
  inactive_card: 'The card is not active.',
  insufficient_funds: 'The card has insufficient funds.',
  invalid_card_holder_name: "The card holder's name is incorrect.",
  invalid_card_number: 'The card number is incorrect.',
  invalid_card_type: 'This type of card is not accepted.',
  invalid_cvv: 'The security code of the card is incorrect.',
  possible_fraud: 'The payment was stopped on suspicion of fraud.',
  refused_by_issuer: 'The bank refused the payment.',
};
