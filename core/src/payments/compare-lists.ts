import { hours, type Instant } from '../instant.ts';
import { Decimal } from '../money/index.ts';
import { roundHalfUp } from './charge.ts';

/** What the provider has in its own lists. Amounts in hundredths of the currency. */
export type ProviderLists = {
  readonly payments: readonly ProviderPayment[];
  /** Refunds that were made or are under way, not failed or canceled ones. */
  readonly refunds: readonly Reversal[];
  /** Chargebacks that still stand. */
  readonly chargebacks: readonly Reversal[];
  /** The other ones, whose money is ours again. */
  readonly returned: readonly Pick<Reversal, 'id' | 'paymentId'>[];
};
export type ProviderPayment = {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: number;
  readonly createdAt: Instant;
  readonly paidAt: Instant | null;
  /** The transaction that we named when we created the payment, and what it was to credit; null if we did not say. */
  readonly transactionId: string | null;
  readonly promised: Promised | null;
};
/** Cents of the wallet for a charge in hundredths, as they were when the payment was created. */
export type Promised = { readonly cents: number; readonly charge: number };
export type Reversal = {
  readonly id: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly amount: number;
  readonly createdAt: Instant;
};

/**
 * A deposit as we have it. `credits`: how many events of the ledger credit it; `creditedAt`: when the newest was recorded, null without
 * one; `credited`: the cents that the wallet got; `amount`: the charge. `returnOf`: set if it credits a failed refund or a won chargeback
 * again, whose id is then `paymentId`: the payment that it reversed, and the cents that the ledger debited for it.
 */
export type OwnDeposit = {
  readonly id: string;
  readonly provider: string | null;
  readonly paymentId: string | null;
  readonly status: string;
  readonly currency: string | null;
  readonly amount: number | null;
  readonly credited: number;
  readonly createdAt: Instant;
  readonly credits: number;
  readonly creditedAt: Instant | null;
  /** Whether staff or a rule decided about it: that it is not credited, or only in part. */
  readonly isDecided: boolean;
  readonly returnOf: { readonly paymentId: string; readonly debited: number } | null;
};

export type OwnPayments = {
  readonly deposits: readonly OwnDeposit[];
  /** The ids of refunds and chargebacks at the provider that we know. */
  readonly reversals: ReadonlySet<string>;
};

/** `key` identifies the difference in every run that finds it. */
export type PaymentDifference = {
  readonly key: string;
  readonly sentence: string;
  readonly transactionId?: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
};

/** What is younger than this may still be under way. */
export const settlesWithinMs = hours(1);

/** Compares the provider's lists since a moment with our deposits and their reversals. */
export function compareLists(
  lists: ProviderLists,
  own: OwnPayments,
  { provider, since, now }: { readonly provider: string; readonly since: Instant; readonly now: Instant },
): readonly PaymentDifference[] {
  const isOld = (at: Instant): boolean => at < now - settlesWithinMs;
  const depositOf = new Map(own.deposits.map((deposit) => [deposit.paymentId, deposit]));
  const paymentOf = new Map(lists.payments.map((payment) => [payment.id, payment]));
  const returnedOf = new Map(lists.returned.map(({ id, paymentId }) => [id, paymentId]));
  const refunded = new Map<string, number>();
  for (const { paymentId, amount } of lists.refunds) refunded.set(paymentId, (refunded.get(paymentId) ?? 0) + amount);
  const isPaid = ({ status, paidAt, createdAt }: ProviderPayment) => status === 'paid' && isOld(paidAt ?? createdAt);
  // When it was credited is in the hash chain; when it was created is only what its row says.
  const mustBePaid = ({ status, creditedAt, createdAt }: OwnDeposit, at = creditedAt ?? createdAt) =>
    status === 'completed' && at >= since && isOld(at);
  const explained = (deposit: OwnDeposit): readonly Found[] => {
    const id = deposit.paymentId ?? '';
    return deposit.returnOf
      ? compareReturned(deposit, deposit.returnOf, returnedOf.get(id), provider)
      : compareCompleted(deposit, paymentOf.get(id), provider);
  };
  const isUnknown = ({ id, createdAt }: Reversal) => !own.reversals.has(id) && isOld(createdAt);
  const reversal = (kind: 'refund' | 'chargeback') => (one: Reversal) =>
    unknownReversal(kind, one, depositOf.get(one.paymentId));
  return reportedBy(provider, [
    ...lists.payments.filter(isPaid).flatMap((payment) => {
      const { id, amount } = payment;
      return comparePaid(payment, depositOf.get(id), (refunded.get(id) ?? 0) >= amount);
    }),
    ...own.deposits.flatMap((deposit) => [
      ...creditedTwice(deposit),
      ...(mustBePaid(deposit) ? explained(deposit) : []),
    ]),
    ...lists.refunds.filter(isUnknown).map(reversal('refund')),
    ...lists.chargebacks.filter(isUnknown).map(reversal('chargeback')),
  ]);
}

/** A difference before its key is made; `id` is what it is about. */
export type Found = {
  readonly kind: string;
  readonly id: string;
  readonly sentence: string;
  readonly facts: PaymentDifference['facts'];
  readonly transactionId?: string | undefined;
};

export const reportedBy = (source: string, found: readonly Found[]): readonly PaymentDifference[] =>
  found.map(({ kind, id, sentence, facts, transactionId }) => ({
    key: `${source}:${kind}:${id}`,
    sentence,
    facts,
    ...(transactionId !== undefined && { transactionId }),
  }));

function comparePaid(payment: ProviderPayment, deposit: OwnDeposit | undefined, isRefunded: boolean): readonly Found[] {
  const { id, currency, amount, transactionId } = payment;
  const money = moneyText(currency, amount);
  const facts = { payment: id, paid: money };
  if (!deposit) {
    const sentence = `payment ${id} of ${money} was paid, but no deposit belongs to it`;
    return [{ kind: 'unknown-payment', id, sentence, facts }];
  }
  const about = { id, transactionId: deposit.id };
  if (deposit.status !== 'completed') {
    if (deposit.isDecided || isRefunded) return [];
    const sentence = `payment ${id} of ${money} was paid, but deposit ${deposit.id} is ${deposit.status}`;
    return [{ ...about, kind: 'not-credited', sentence, facts }];
  }
  const found: Found[] = [];
  // One without any event is found by the verification.
  const due = deposit.credits > 0 ? centsDue(payment) : undefined;
  if (deposit.currency !== currency || !isCreditOf(amount, deposit.amount, deposit)) {
    const ours = moneyText(deposit.currency, deposit.amount);
    const sentence = `deposit ${deposit.id} is ${ours}, but payment ${id} is ${money}`;
    found.push({ ...about, kind: 'amount-differs', sentence, facts: { ...facts, deposit: ours } });
  } else if (due !== undefined && !isCreditOf(due, deposit.credited, deposit)) {
    const [is, should] = [moneyText('USD', deposit.credited), moneyText('USD', due)];
    const sentence = `deposit ${deposit.id} credited ${is}, but payment ${id} is worth ${should}`;
    found.push({ ...about, kind: 'credit-differs', sentence, facts: { ...facts, credited: is, worth: should } });
  }
  if (transactionId !== null && transactionId !== deposit.id) {
    const sentence = `payment ${id} was made for deposit ${transactionId}, but deposit ${deposit.id} is credited with it`;
    found.push({ ...about, kind: 'other-deposit', sentence, facts });
  }
  return found;
}

/** Staff may credit a part of a payment, which is then the charge. */
const isCreditOf = (whole: number, ours: number | null, { isDecided }: OwnDeposit): boolean =>
  ours !== null && (isDecided ? ours <= whole : ours === whole);

function creditedTwice({ id, credits }: OwnDeposit): readonly Found[] {
  const sentence = `deposit ${id} was credited ${credits} times`;
  return credits > 1 ? [{ kind: 'credited-twice', id, sentence, facts: { credits }, transactionId: id }] : [];
}

function compareCompleted(
  { id, provider, paymentId }: OwnDeposit,
  payment: ProviderPayment | undefined,
  asked: string,
): readonly Found[] {
  const about = { kind: 'unpaid', id, transactionId: id };
  const facts = { payment: paymentId, provider };
  if (provider !== asked || !payment) {
    const sentence = `deposit ${id} is completed, but ${asked} has no payment ${paymentId ?? ''}`;
    return [{ ...about, sentence: sentence.trimEnd(), facts }];
  }
  if (payment.status === 'paid') return [];
  const sentence = `deposit ${id} is completed, but payment ${payment.id} is ${payment.status}`;
  return [{ ...about, sentence, facts: { ...facts, status: payment.status } }];
}

/** `returnedTo`: the payment whose reversal the provider returned, if it did. */
function compareReturned(
  { id, provider, paymentId, credits, credited }: OwnDeposit,
  returnOf: NonNullable<OwnDeposit['returnOf']>,
  returnedTo: string | undefined,
  asked: string,
): readonly Found[] {
  const facts = { payment: returnOf.paymentId, reversal: paymentId, provider };
  if (provider !== asked || returnedTo !== returnOf.paymentId) {
    const sentence = `deposit ${id} credits ${paymentId} again, but ${asked} did not return it`;
    return [{ kind: 'unpaid', id, sentence, facts, transactionId: id }];
  }
  if (credits === 0 || credited === returnOf.debited) return [];
  const [is, debited] = [moneyText('USD', credited), moneyText('USD', returnOf.debited)];
  const sentence = `deposit ${id} credited ${is}, but ${paymentId} debited ${debited}`;
  return [{ kind: 'credit-differs', id, sentence, facts: { ...facts, credited: is, debited }, transactionId: id }];
}

function unknownReversal(
  kind: 'refund' | 'chargeback',
  { id, paymentId, currency, amount }: Reversal,
  deposit: OwnDeposit | undefined,
): Found {
  const sentence = `${kind} ${id} of ${moneyText(currency, amount)} of payment ${paymentId} is not in the ledger`;
  return { kind: `unknown-${kind}`, id, sentence, facts: { payment: paymentId }, transactionId: deposit?.id };
}

/** What a paid payment is worth in the wallet, which is in dollars; `undefined` for euros without a known rate. */
function centsDue({ currency, amount, promised }: ProviderPayment): number | undefined {
  if (currency === 'USD') return amount;
  return promised ? roundHalfUp(new Decimal(promised.cents).times(amount).div(promised.charge)) : undefined;
}

export const moneyText = (currency: string | null, amount: number | null): string =>
  amount === null ? 'nothing' : `${currency ?? ''} ${(amount / 100).toFixed(2)}`;
