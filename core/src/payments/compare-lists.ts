import { hours, type Instant } from '../instant.ts';
import { Decimal } from '../money/index.ts';
import { roundHalfUp } from './charge.ts';

/** What the provider has in its own lists. Amounts in hundredths of the currency. */
export type ProviderLists = {
  readonly payments: readonly {
    readonly id: string;
    readonly status: string;
    readonly currency: string;
    readonly amount: number;
    readonly createdAt: Instant;
    readonly paidAt: Instant | null;
    /** The transaction that we named when we created the payment, and what it was to credit; null if we did not say. */
    readonly transactionId: string | null;
    readonly promised: Promised | null;
  }[];
  /** Refunds that were made or are under way, not failed or canceled ones. */
  readonly refunds: readonly Reversal[];
  /** Chargebacks that still stand. */
  readonly chargebacks: readonly Reversal[];
};
/** Cents of the wallet for a charge in hundredths, as they were when the payment was created. */
export type Promised = { readonly cents: number; readonly charge: number };
type Reversal = {
  readonly id: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly amount: number;
  readonly createdAt: Instant;
};

/**
 * A deposit as we have it. `credits`: how many events of the ledger credit it; `creditedAt`: when the newest was recorded, null without
 * one; `credited`: the cents that the wallet got; `amount`: the charge.
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
  /** Whether staff or a rule decided that it is not credited. */
  readonly isDecided: boolean;
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
  const found: PaymentDifference[] = [];
  const report = (
    kind: string,
    id: string,
    sentence: string,
    facts: PaymentDifference['facts'],
    transactionId?: string,
  ) => found.push({ key: `${provider}:${kind}:${id}`, sentence, facts, ...(transactionId && { transactionId }) });
  const isOld = (at: Instant): boolean => at < now - settlesWithinMs;
  const byPayment = new Map(own.deposits.flatMap((one) => (one.paymentId === null ? [] : [[one.paymentId, one]])));
  const listed = new Map(lists.payments.map((payment) => [payment.id, payment]));
  const refunded = new Map<string, number>();
  for (const { paymentId, amount } of lists.refunds) refunded.set(paymentId, (refunded.get(paymentId) ?? 0) + amount);

  for (const payment of lists.payments) {
    const { id, status, currency, amount, createdAt, paidAt } = payment;
    if (status !== 'paid' || !isOld(paidAt ?? createdAt)) continue;
    const deposit = byPayment.get(id);
    const money = moneyText(currency, amount);
    const facts = { payment: id, paid: money };
    if (!deposit)
      report('unknown-payment', id, `payment ${id} of ${money} was paid, but no deposit belongs to it`, facts);
    else if (deposit.status === 'completed') {
      // Staff may credit less; one without any event is found by the verification.
      const due = deposit.credits > 0 ? centsDue(payment) : undefined;
      if (deposit.currency !== currency || deposit.amount !== amount) {
        const ours = moneyText(deposit.currency, deposit.amount);
        const sentence = `deposit ${deposit.id} is ${ours}, but payment ${id} is ${money}`;
        report('amount-differs', id, sentence, { ...facts, deposit: ours }, deposit.id);
      } else if (due !== undefined && (deposit.isDecided ? deposit.credited > due : deposit.credited !== due)) {
        const [is, should] = [moneyText('USD', deposit.credited), moneyText('USD', due)];
        const sentence = `deposit ${deposit.id} credited ${is}, but payment ${id} is worth ${should}`;
        report('credit-differs', id, sentence, { ...facts, credited: is, worth: should }, deposit.id);
      }
      if (payment.transactionId !== null && payment.transactionId !== deposit.id) {
        const sentence = `payment ${id} was made for deposit ${payment.transactionId}, but deposit ${deposit.id} is credited with it`;
        report('other-deposit', id, sentence, facts, deposit.id);
      }
    } else if (!deposit.isDecided && (refunded.get(id) ?? 0) < amount) {
      const sentence = `payment ${id} of ${money} was paid, but deposit ${deposit.id} is ${deposit.status}`;
      report('not-credited', id, sentence, facts, deposit.id);
    }
  }
  for (const deposit of own.deposits) {
    if (deposit.credits > 1) {
      const sentence = `deposit ${deposit.id} was credited ${deposit.credits} times`;
      report('credited-twice', deposit.id, sentence, { credits: deposit.credits }, deposit.id);
    }
    // When it was credited is in the hash chain; when it was created is only what its row says.
    const at = deposit.creditedAt ?? deposit.createdAt;
    if (deposit.status !== 'completed' || at < since || !isOld(at)) continue;
    const payment = deposit.paymentId === null ? undefined : listed.get(deposit.paymentId);
    const facts = { payment: deposit.paymentId, provider: deposit.provider };
    if (deposit.provider !== provider || !payment) {
      const sentence = `deposit ${deposit.id} is completed, but ${provider} has no payment ${deposit.paymentId ?? ''}`;
      report('unpaid', deposit.id, sentence.trimEnd(), facts, deposit.id);
    } else if (payment.status !== 'paid') {
      const sentence = `deposit ${deposit.id} is completed, but payment ${payment.id} is ${payment.status}`;
      report('unpaid', deposit.id, sentence, { ...facts, status: payment.status }, deposit.id);
    }
  }
  for (const [kind, reversals] of [
    ['refund', lists.refunds],
    ['chargeback', lists.chargebacks],
  ] as const) {
    for (const { id, paymentId, currency, amount, createdAt } of reversals) {
      if (own.reversals.has(id) || !isOld(createdAt)) continue;
      const sentence = `${kind} ${id} of ${moneyText(currency, amount)} of payment ${paymentId} is not in the ledger`;
      report(`unknown-${kind}`, id, sentence, { payment: paymentId }, byPayment.get(paymentId)?.id);
    }
  }
  return found;
}

/** What a paid payment is worth in the wallet, which is in dollars; `undefined` for euros without a known rate. */
function centsDue({ currency, amount, promised }: ProviderLists['payments'][number]): number | undefined {
  if (currency === 'USD') return amount;
  return promised ? roundHalfUp(new Decimal(promised.cents).times(amount).div(promised.charge)) : undefined;
}

export const moneyText = (currency: string | null, amount: number | null): string =>
  amount === null ? 'nothing' : `${currency ?? ''} ${(amount / 100).toFixed(2)}`;
