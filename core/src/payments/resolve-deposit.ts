import type { UserId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Cents, cents, Decimal } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import { formatCharge, type Paid, paidText, roundHalfUp } from './charge.ts';
import type { ProviderPayment } from './provider-payment.ts';
import type { Charge, Transaction } from './transaction.ts';

/** `amount-differs`: another amount than the charge was paid; `paid-after-close`: a deposit was paid after it had ended. */
export const depositAlarms = ['amount-differs', 'paid-after-close'] as const;
export type DepositAlarm = (typeof depositAlarms)[number];

/** Whether staff must decide about a deposit. The decision clears its flags and is recorded in `decision`. */
export const needsManualDecision = ({
  type,
  flags,
}: {
  readonly type: string;
  readonly flags: readonly string[];
}): boolean => type === 'deposit' && depositAlarms.some((alarm) => flags.includes(alarm));

/**
 * An admin's decision about such a deposit. `returned`: the payment is refunded at the provider; `elsewhere`: that failed, and it was paid
 * back in another way, under the reference.
 */
export type Resolution = { readonly reason: string } & (
  | { readonly how: 'credited'; readonly amount: Cents }
  | { readonly how: 'returned' }
  | { readonly how: 'elsewhere'; readonly reference: string }
);
type Resolver = { readonly userId: UserId; readonly isOwner: boolean; readonly at: Instant };

type ResolveRefusal =
  | { readonly code: 'transaction-unknown' | 'own-deposit' | 'deposit-not-waiting' }
  | { readonly code: 'deposit-resolved'; readonly transaction: Transaction };
export type CreditByHandRefusal =
  | ResolveRefusal
  /** A failed refund is neither repeated nor paid in another way: the provider is making one, or will be asked for one. */
  | { readonly code: 'refund-under-way'; readonly transaction: Transaction }
  | { readonly code: 'amount-invalid' | 'payment-not-paid' | 'payment-currency' | 'second-admin-needed' }
  | { readonly code: 'amount-above-paid'; readonly most: Cents }
  /** The bettor was excluded when it was paid, or has closed the account, so it can only be returned. */
  | { readonly code: 'paid-while-excluded' | 'account-closed' };

/** Admins cannot decide about their own deposits, or about deposits that need no decision or have one. */
export function mayResolve(
  deposit: Transaction,
  { isOwner }: Pick<Resolver, 'isOwner'>,
): Result<Transaction, ResolveRefusal> {
  if (deposit.type !== 'deposit') return refused({ code: 'transaction-unknown' });
  if (isOwner) return refused({ code: 'own-deposit' });
  if (deposit.decision !== null) return refused({ code: 'deposit-resolved', transaction: deposit });
  if (!needsManualDecision(deposit) || deposit.status === 'completed') return refused({ code: 'deposit-not-waiting' });
  return ok(deposit);
}

/** Ends a deposit uncredited, for good. The bettor sees the reason. */
export const returnedByHand = (deposit: Transaction, reason: string, by: Resolver): Transaction => ({
  ...resolved(deposit, reason, by),
  status: deposit.status === 'failed' ? 'failed' : 'canceled',
});

/**
 * Returns amount and charge of a deposit that is credited manually: the admin's amount, and the part of the payment it corresponds
 * to, so that later reversals take their share. At most the rest of the payment is credited, at the deposit's rate.
 */
export function creditedByHand(
  deposit: Transaction,
  payment: Pick<ProviderPayment, 'status' | 'currency' | 'amount' | 'refunding' | 'reversals'>,
  amount: Cents,
): Result<Pick<Transaction, 'amount' | 'charge'>, CreditByHandRefusal> {
  const paid = chargeOf(payment);
  if (payment.status !== 'paid') return refused({ code: 'payment-not-paid' });
  if (!paid) return refused({ code: 'payment-currency' });
  if (amount <= 0) return refused({ code: 'amount-invalid' });
  const left = leftOf(payment);
  const most = worth(deposit, paid, left);
  if (amount > most) return refused({ code: 'amount-above-paid', most });
  const part = roundHalfUp(new Decimal(amount).div(centsFor(deposit, paid)));
  return ok({ amount, charge: { currency: paid.currency, amount: Math.min(left, Math.max(1, part)) } });
}

/** Describes on screens what was paid, and its value in dollars where the rate is known. */
export function paidNotes(
  deposit: Transaction,
  payment: Pick<ProviderPayment, 'currency' | 'amount' | 'refunding' | 'reversals'>,
): Readonly<Record<string, string>> {
  const paid = chargeOf(payment);
  if (!paid) return { Paid: paidText(payment) };
  const most = worth(deposit, paid, leftOf(payment));
  return { Paid: paidText(paid), Worth: formatCharge({ currency: 'USD', amount: most }) };
}

/**
 * Returns what is left of a deposit's payment after all refunds, and its value in dollars: that of the deposit where no rate is known. `undefined` as
 * `payment`: the provider cannot be asked, so all of the charge is left.
 */
export function leftToRefund(
  deposit: Transaction,
  payment: Pick<ProviderPayment, 'currency' | 'amount' | 'refunding' | 'reversals'> | undefined,
): { readonly left: Paid; readonly value: Cents } {
  const { amount, charge } = deposit;
  if (!payment) return { left: charge ?? { currency: 'USD', amount }, value: amount };
  const left = { currency: payment.currency, amount: leftOf(payment) };
  const known = chargeOf(left);
  return { left, value: known ? worth(deposit, known, known.amount) : amount };
}

/** Returns the deposit with the decision, without its alarms. */
export const resolved = (deposit: Transaction, reason: string, by: Pick<Resolver, 'userId' | 'at'>): Transaction => ({
  ...deposit,
  version: deposit.version + 1,
  reason,
  flags: deposit.flags.filter((flag) => !depositAlarms.some((alarm) => alarm === flag)),
  decision: { by: by.userId, at: by.at },
  updatedAt: by.at,
});

const chargeOf = ({ currency, amount }: Paid): Charge | undefined =>
  currency === 'USD' || currency === 'EUR' ? { currency, amount } : undefined;

const leftOf = ({
  amount,
  refunding,
  reversals,
}: Pick<ProviderPayment, 'amount' | 'refunding' | 'reversals'>): number =>
  reversals.reduce(
    (left, taken) => (taken.state === 'taken' ? Math.max(0, left - taken.amount) : left),
    Math.max(0, amount - refunding),
  );

const worth = (deposit: Transaction, paid: Charge, hundredths: number): Cents =>
  cents(roundHalfUp(centsFor(deposit, paid).times(hundredths)));

/**
 * Returns cents per hundredth paid. Euro paid for a charge in dollars have no rate, so all of them count as the requested amount.
 */
function centsFor({ amount, charge }: Transaction, paid: Charge): Decimal {
  if (charge?.currency === paid.currency) return new Decimal(amount).div(charge.amount);
  return paid.currency === 'USD' ? new Decimal(1) : new Decimal(amount).div(paid.amount);
}
