import { randomBytes } from 'node:crypto';
import { kept } from '../state/kept.ts';
import { METHODS, type MethodId, methodOf } from './methods.ts';
import { type Amount, amountOf, unitsOf } from './money.ts';
import {
  type Chargeback,
  mayBecome,
  type Payment,
  type PaymentStatus,
  type Refund,
  type RefundStatus,
} from './payment.ts';
import { invalid, type Problem } from './problem.ts';
import type { NewPayment } from './read-request.ts';
import type { Webhooks } from './webhooks.ts';

/** How long after its creation a refund is made. */
export const REFUNDED_AFTER_MS = 15_000;
/** How long after its creation a refund reaches each status. */
const REFUND_STEPS: readonly { readonly status: RefundStatus; readonly afterMs: number }[] = [
  { status: 'processing', afterMs: 5_000 },
  { status: 'refunded', afterMs: REFUNDED_AFTER_MS },
];
const SAME_REFUND_MS = 3_600_000;
const REMEMBERED = 1_000;

/** Card payments of these amounts (EUR) fail for the reason, as in the provider's test mode. */
const FAILING_CARDS: Readonly<Record<string, string>> = {
  '1001.00': 'invalid_card_number',
  '1002.00': 'invalid_cvv',
  '1003.00': 'invalid_card_holder_name',
  '1004.00': 'card_expired',
  '1005.00': 'invalid_card_type',
  '1006.00': 'refused_by_issuer',
  '1007.00': 'insufficient_funds',
  '1008.00': 'inactive_card',
  '1009.00': 'possible_fraud',
  '1010.00': 'authentication_failed',
  '1011.00': 'card_declined',
};
/** The failure reasons that the payer of a failing card can choose. */
export const CARD_FAILURES: readonly string[] = Object.values(FAILING_CARDS);

export type PaymentBook = ReturnType<typeof openPaymentBook>;

/** All payments and the operations on them; sends a webhook for every change that the provider would report. */
export function openPaymentBook(folder: string | null, webhooks: Webhooks) {
  const records = openRecords(folder);
  const { find, save } = records;
  const announce = (payment: Payment, now: number) => webhooks.announce(payment.id, payment.webhookUrl, now);
  const book = { find, save, announce };
  return {
    find,
    /** Newest first. */
    all: (): readonly Payment[] => records.get().toReversed(),
    ...payerOperations(book),
    ...refundOperations(book),
    ...chargebackOperations(book),
    resendWebhook: (id: string, now: number): Payment | Problem => {
      const payment = find(id);
      if (!payment) return unknown(id);
      if (payment.webhookUrl === null) return { status: 422, detail: 'The payment has no webhook.' };
      announce(payment, now);
      return payment;
    },
    /** Expires open payments and advances refunds. */
    pass: (now: number): void => {
      for (const payment of records.get()) {
        if (payment.status === 'open' && now >= payment.expiresAt) {
          announce(save({ ...payment, status: 'expired', statusAt: now }), now);
        }
        const due = payment.refunds.find((refund) => nextStep(refund, now) !== null);
        const status = due && nextStep(due, now);
        if (due && status) announce(save(withRefund(payment, { ...due, status })), now);
      }
    },
  };
}

function openRecords(folder: string | null) {
  const file = kept<readonly Payment[]>(folder, 'payments', []);
  const find = (id: string): Payment | undefined => file.get().find((payment) => payment.id === id);
  const save = (payment: Payment): Payment => {
    const known = file.get().some((each) => each.id === payment.id);
    const all = known ? file.get().map((each) => (each.id === payment.id ? payment : each)) : [...file.get(), payment];
    file.set(all.slice(-REMEMBERED));
    return payment;
  };
  return { get: file.get, find, save };
}

type Book = Pick<ReturnType<typeof openRecords>, 'find' | 'save'> & {
  readonly announce: (payment: Payment, now: number) => void;
};

const payerOperations = ({ find, save, announce }: Book) => ({
  create: (wanted: NewPayment, now: number): Payment => save(newPayment(wanted, now)),
  chooseMethod: (id: string, method: MethodId): Payment | undefined => {
    const payment = find(id);
    return payment?.status === 'open' && payment.choices.includes(method) ? save({ ...payment, method }) : payment;
  },
  payAs: (id: string, payer: string): void => {
    const payment = find(id);
    if (payment?.status === 'open') save({ ...payment, payer });
  },
  /** An action of the payer or the bank. Only final statuses send a webhook. */
  become: (id: string, status: PaymentStatus, now: number, failure?: string): Payment | Problem => {
    const payment = find(id);
    if (!payment) return unknown(id);
    if (!mayBecome(payment.status, status)) {
      return { status: 422, detail: `The payment is ${payment.status} and cannot become ${status}.` };
    }
    const broken = status === 'paid' && payment.method === 'creditcard' && payment.amount.currency === 'EUR';
    const reason = broken ? FAILING_CARDS[payment.amount.value] : undefined;
    const actual = reason ? 'failed' : status;
    const card =
      payment.method === 'creditcard' && actual === 'failed'
        ? (reason ?? CARD_FAILURES.find((each) => each === failure) ?? 'refused_by_issuer')
        : null;
    // Without a chosen method, the first one offered is used.
    const method =
      status === 'paid' || status === 'pending' ? (payment.method ?? payment.choices[0] ?? null) : payment.method;
    const changed = save({ ...payment, method, status: actual, statusAt: now, failureReason: card });
    if (actual !== 'pending') announce(changed, now);
    return changed;
  },
  /** Changes the amount, like a bank that pays a different one. */
  payOther: (id: string, amount: Amount, now: number): Payment | Problem => {
    const payment = find(id);
    if (!payment) return unknown(id);
    if (!mayBecome(payment.status, 'paid')) {
      return { status: 422, detail: `The payment is ${payment.status} and cannot be paid.` };
    }
    const method = payment.method ?? payment.choices[0] ?? null;
    const paid = save({ ...payment, amount, method, status: 'paid', statusAt: now });
    announce(paid, now);
    return paid;
  },
});

const refundOperations = ({ find, save, announce }: Book) => ({
  refund: (id: string, wanted: Pick<Refund, 'amount' | 'description' | 'metadata'>, now: number): Refund | Problem => {
    const payment = find(id);
    if (!payment) return unknown(id);
    const refusal = refundRefusal(payment, wanted.amount, now);
    if (refusal) return refusal;
    const refund: Refund = { ...wanted, id: newId('re'), createdAt: now, status: 'pending' };
    save({ ...payment, refunds: [...payment.refunds, refund] });
    return refund;
  },
  /** By the merchant while it waits (`canceled`), or by the bank (`failed`). */
  stopRefund: (id: string, refundId: string, status: 'canceled' | 'failed', now: number): Refund | Problem => {
    const payment = find(id);
    const refund = payment?.refunds.find((each) => each.id === refundId);
    if (!payment || !refund) return { status: 404, detail: `No refund exists with token ${refundId}.` };
    const stoppable = status === 'canceled' ? ['queued', 'pending'] : ['queued', 'pending', 'processing'];
    if (!stoppable.includes(refund.status)) return { status: 422, detail: `The refund is ${refund.status} already.` };
    const changed = save(withRefund(payment, { ...refund, status }));
    if (status === 'failed') announce(changed, now);
    return { ...refund, status };
  },
});

const chargebackOperations = ({ find, save, announce }: Book) => ({
  chargeBack: (id: string, now: number): Payment | Problem => {
    const payment = find(id);
    if (!payment) return unknown(id);
    if (payment.status !== 'paid') return { status: 422, detail: 'Only a paid payment can be charged back.' };
    if (methodOf(payment.method)?.chargebacks !== 'possible')
      return { status: 422, detail: 'This method knows no chargebacks.' };
    const left = unitsOf(payment.amount) - chargedBackUnits(payment);
    if (left <= 0) return { status: 422, detail: 'The payment is charged back already.' };
    const chargeback = { id: newId('chb'), amount: amountOf(payment.amount.currency, left), createdAt: now };
    const changed = save({ ...payment, chargebacks: [...payment.chargebacks, chargeback] });
    announce(changed, now);
    return changed;
  },
  /** Reverses the chargeback, like a dispute that the merchant wins. */
  winDispute: (id: string, now: number): Payment | Problem => {
    const payment = find(id);
    if (!payment) return unknown(id);
    const lost = payment.chargebacks.find(isOpen);
    if (!lost) return { status: 422, detail: 'The payment is not charged back.' };
    const chargebacks = payment.chargebacks.map((each) => (each === lost ? { ...each, reversedAt: now } : each));
    const changed = save({ ...payment, chargebacks });
    announce(changed, now);
    return changed;
  },
});

export const refundedUnits = (payment: Payment): number =>
  sum(
    payment.refunds
      .filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled')
      .map((refund) => refund.amount),
  );
export const chargedBackUnits = (payment: Payment): number =>
  sum(payment.chargebacks.filter(isOpen).map((chargeback) => chargeback.amount));
const isOpen = (chargeback: Chargeback): boolean => chargeback.reversedAt === undefined;

const counts = (refund: Refund): boolean => refund.status !== 'failed' && refund.status !== 'canceled';

export const unknown = (id: string): Problem => ({ status: 404, detail: `No payment exists with token ${id}.` });

const sum = (amounts: readonly Amount[]): number => amounts.reduce((total, amount) => total + unitsOf(amount), 0);
const newId = (kind: 'tr' | 're' | 'chb'): string => `${kind}_${randomBytes(5).toString('hex')}`;

function newPayment(wanted: NewPayment, now: number): Payment {
  const { methods, ...rest } = wanted;
  const expiresAfterMs = Math.max(
    ...METHODS.filter((method) => methods.includes(method.id)).map((method) => method.expiresAfterMs),
  );
  return {
    ...rest,
    id: newId('tr'),
    createdAt: now,
    method: methods.length === 1 ? (methods[0] ?? null) : null,
    choices: methods,
    expiresAt: now + expiresAfterMs,
    status: 'open',
    statusAt: now,
    failureReason: null,
    refunds: [],
    chargebacks: [],
  };
}

function refundRefusal(payment: Payment, amount: Amount, now: number): Problem | null {
  if (payment.status !== 'paid') return { status: 422, detail: 'The payment is not paid, so it cannot be refunded.' };
  if (amount.currency !== payment.amount.currency)
    return invalid('amount.currency', 'The currency is not that of the payment.');
  const same = payment.refunds.find(
    (refund) => refund.amount.value === amount.value && counts(refund) && now - refund.createdAt < SAME_REFUND_MS,
  );
  if (same) return { status: 409, detail: 'A refund of the same amount was made within the last hour.' };
  const left = unitsOf(payment.amount) - refundedUnits(payment);
  return unitsOf(amount) > left ? invalid('amount', 'The amount is higher than what is left to refund.') : null;
}

function nextStep(refund: Refund, now: number): RefundStatus | null {
  const due = REFUND_STEPS.find(
    (step) => now >= refund.createdAt + step.afterMs && isAhead(refund.status, step.status),
  );
  return due?.status ?? null;
}

const ORDER: readonly RefundStatus[] = ['queued', 'pending', 'processing', 'refunded'];
const isAhead = (from: RefundStatus, to: RefundStatus): boolean =>
  ORDER.includes(from) && ORDER.indexOf(from) < ORDER.indexOf(to);

const withRefund = (payment: Payment, refund: Refund): Payment => ({
  ...payment,
  refunds: payment.refunds.map((each) => (each.id === refund.id ? refund : each)),
});
