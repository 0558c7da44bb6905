import type { UserId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Cents, cents, Decimal } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import { chargeText, formatCharge, roundHalfUp } from './charge.ts';
import type { ProviderPayment } from './provider-payment.ts';
import type { Charge, Transaction } from './transaction.ts';

/** `amount-differs`: not what was asked for was paid; `paid-after-close`: money came for a deposit that had been given up. */
export const depositAlarms = ['amount-differs', 'paid-after-close'] as const;
export type DepositAlarm = (typeof depositAlarms)[number];

/** Whether a person has to say what becomes of a deposit. Once one has, its flags are gone and `decision` tells who. */
export const needsManualDecision = ({
  type,
  flags,
}: {
  readonly type: string;
  readonly flags: readonly string[];
}): boolean => type === 'deposit' && depositAlarms.some((alarm) => flags.includes(alarm));

/** How an admin resolves such a deposit; `returned`: the money was, or will be, given back at the provider. */
export type Resolution = { readonly reason: string } & (
  | { readonly how: 'credited'; readonly amount: Cents }
  | { readonly how: 'returned' }
);
export type Resolver = { readonly userId: UserId; readonly isOwner: boolean; readonly at: Instant };

export type ResolveRefusal =
  | { readonly code: 'transaction-unknown' | 'own-deposit' | 'deposit-not-waiting' }
  | { readonly code: 'deposit-resolved'; readonly transaction: Transaction };
export type CreditByHandRefusal =
  | ResolveRefusal
  | { readonly code: 'amount-invalid' | 'payment-not-paid' | 'payment-currency' | 'second-admin-needed' }
  | { readonly code: 'amount-above-paid'; readonly most: Cents }
  /** The bettor was excluded when it was paid: it can only go back. */
  | { readonly code: 'paid-while-excluded' };

/** Nobody resolves their own, what is resolved, or what waits for nobody. */
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

/** The deposit ends uncredited, for good; the bettor reads the reason. */
export const returnedByHand = (deposit: Transaction, reason: string, by: Resolver): Transaction => ({
  ...resolved(deposit, reason, by),
  status: deposit.status === 'failed' ? 'failed' : 'canceled',
});

/**
 * What a deposit that is credited by hand is from then on: of the amount that the admin says, and charged with that part of what
 * was paid, so that what the provider takes back of it later takes its share. At most what is still there of the payment is
 * credited, at the rate that was kept with the deposit.
 */
export function creditedByHand(
  deposit: Transaction,
  payment: Pick<ProviderPayment, 'status' | 'currency' | 'amount' | 'reversals'>,
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

/** For people: what was paid, and what that is in dollars where the rate is known. */
export function paidNotes(
  deposit: Transaction,
  payment: Pick<ProviderPayment, 'currency' | 'amount' | 'reversals'>,
): Readonly<Record<string, string>> {
  const paid = chargeOf(payment);
  if (!paid) return { Paid: `${payment.currency} ${chargeText(payment.amount)}` };
  const most = worth(deposit, paid, leftOf(payment));
  return { Paid: formatCharge(paid), Worth: formatCharge({ currency: 'USD', amount: most }) };
}

/** What was decided, who did, and nothing to look at any more. */
export const resolved = (deposit: Transaction, reason: string, by: Pick<Resolver, 'userId' | 'at'>): Transaction => ({
  ...deposit,
  version: deposit.version + 1,
  reason,
  flags: deposit.flags.filter((flag) => !depositAlarms.some((alarm) => alarm === flag)),
  decision: { by: by.userId, at: by.at },
  updatedAt: by.at,
});

const chargeOf = ({ currency, amount }: Pick<ProviderPayment, 'currency' | 'amount'>): Charge | undefined =>
  currency === 'USD' || currency === 'EUR' ? { currency, amount } : undefined;

const leftOf = ({ amount, reversals }: Pick<ProviderPayment, 'amount' | 'reversals'>): number =>
  reversals.reduce((left, taken) => (taken.state === 'taken' ? Math.max(0, left - taken.amount) : left), amount);

const worth = (deposit: Transaction, paid: Charge, hundredths: number): Cents =>
  cents(roundHalfUp(centsFor(deposit, paid).times(hundredths)));

/** Cents for a hundredth of what was paid. Euro for a charge in dollars have no rate: all of them are what was asked for. */
function centsFor({ amount, charge }: Transaction, paid: Charge): Decimal {
  if (charge?.currency === paid.currency) return new Decimal(amount).div(charge.amount);
  return paid.currency === 'USD' ? new Decimal(1) : new Decimal(amount).div(paid.amount);
}
