import type { TransactionId } from '../ids.ts';
import { hours, type Instant, instant, minutes, seconds } from '../instant.ts';
import { type Paid, paidText } from './charge.ts';
import type { Transaction } from './transaction.ts';

/** `waiting`: not requested yet; `asked`: requested; `paid`: it failed, and was paid in another way; these and the others end a round. */
export type RefundState = 'waiting' | 'asked' | 'refunded' | 'failed' | 'paid';

/** The refund of a deposit that staff or a rule returns. */
export type DepositRefund = {
  readonly transactionId: TransactionId;
  /** Counts the attempts that staff started; the provider makes one refund per round. */
  readonly round: number;
  readonly state: RefundState;
  /** The provider's refund id. */
  readonly refundId: string | null;
  /** The reference of the payment in another way. */
  readonly paidReference: string | null;
  readonly attempts: number;
  readonly requestedAt: Instant;
  /** When it is checked next, while it has not ended. */
  readonly nextAt: Instant;
};

/**
 * The provider's report. `refundId` is null if nothing was left to refund: `refunded`, or `pending` while other refunds are under way.
 * Amounts are hundredths.
 */
export type RefundReport =
  | {
      readonly kind: 'reported';
      readonly refundId: string | null;
      readonly status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';
      readonly currency: string;
      readonly amount: number;
    }
  /** `isTransient`: the same request may be accepted later. */
  | { readonly kind: 'refused'; readonly detail: string; readonly isTransient?: boolean }
  | { readonly kind: 'unreachable' }
  /** The provider does not know the requested refund any more. */
  | { readonly kind: 'unknown' };

type RefundStep = {
  readonly refund: DepositRefund;
  readonly transaction: Transaction;
  /** It has just failed: admins are notified and must act. */
  readonly hasFailed: boolean;
  /** It was paid in another way, and the provider refunds it as well: the operator has to get one of them back. */
  readonly isPaidTwice: boolean;
};

/** Set on a deposit whose refund failed, until an admin retries it or records that it was paid in another way. */
export const refundAlarm = 'refund-failed';
export const hasFailedRefund = ({
  type,
  flags,
}: {
  readonly type: string;
  readonly flags: readonly string[];
}): boolean => type === 'deposit' && flags.includes(refundAlarm);

/** Set on a deposit that is returned automatically because its bettor was excluded when it was paid. */
export const excludedFlag = 'paid-while-excluded';
export const isReturnedByRule = ({ flags }: Pick<Transaction, 'flags'>): boolean => flags.includes(excludedFlag);

/** Returns a deposit that was paid during an exclusion: it is never credited, and its refund is requested. */
export const returnedByRule = (deposit: Transaction, at: Instant): Transaction => ({
  ...withRefundRequested(deposit),
  version: deposit.version + 1,
  status: deposit.status === 'failed' ? 'failed' : 'canceled',
  reason: paidWhileExcluded,
  flags: [...deposit.flags.filter((flag) => flag !== excludedFlag), excludedFlag],
  updatedAt: at,
});
const paidWhileExcluded =
  'It was paid while you were excluded, so we did not add it to your balance. The money goes back to where it came from.';

export const newRefund = ({ id }: Transaction, at: Instant): DepositRefund => ({
  transactionId: id,
  round: 1,
  state: 'waiting',
  refundId: null,
  paidReference: null,
  attempts: 0,
  requestedAt: at,
  nextAt: at,
});

/** Returns the refund for another attempt; `undefined` unless the last one failed. */
export const retryRefund = (refund: DepositRefund, at: Instant): DepositRefund | undefined =>
  refund.state === 'failed'
    ? { ...refund, round: refund.round + 1, state: 'waiting', refundId: null, attempts: 0, requestedAt: at, nextAt: at }
    : undefined;

/** Returns the deposit while its refund is requested: without the alarm, and with a note. */
export const withRefundRequested = (deposit: Transaction): Transaction =>
  withRefundNote(deposit, 'The refund is being requested.');

/**
 * Returns a failed refund and its deposit once an admin has paid it in another way; `undefined` unless the last attempt failed. `left`: what is
 * left of the payment. The wallet does not change, because the deposit was never credited.
 */
export function paidRefund(
  refund: DepositRefund,
  deposit: Transaction,
  { reference, left }: { readonly reference: string; readonly left: Paid },
  at: Instant,
): Pick<RefundStep, 'refund' | 'transaction'> | undefined {
  if (refund.state !== 'failed') return undefined;
  const noted = withRefundNote(deposit, `${paidText(left)} was paid back in another way (${reference}).`);
  return {
    refund: { ...refund, state: 'paid', paidReference: reference, nextAt: at },
    transaction: { ...noted, version: deposit.version + 1, updatedAt: at },
  };
}

const withRefundNote = (deposit: Transaction, note: string): Transaction => ({
  ...deposit,
  flags: deposit.flags.filter((flag) => flag !== refundAlarm),
  metadata: { ...deposit.metadata, Refund: note },
});

/**
 * Applies a refund report to a refund and its deposit. It ends as refunded or failed; one that the provider reported as refunded
 * may still fail at the bank. The wallet does not change, because the deposit was never credited.
 */
export function followRefund(
  refund: DepositRefund,
  deposit: Transaction,
  report: RefundReport,
  at: Instant,
): RefundStep {
  const { state, note, refundId = refund.refundId } = outcomeOf(refund, report, at);
  if (refund.state === 'paid') {
    const isPaidTwice = refundId !== null && (state === 'asked' || state === 'refunded');
    return { refund, transaction: deposit, hasFailed: false, isPaidTwice };
  }
  const hasFailed = state === 'failed' && refund.state !== 'failed';
  const flags =
    state === 'failed'
      ? [...deposit.flags.filter((flag) => flag !== refundAlarm), refundAlarm]
      : deposit.flags.filter((flag) => flag !== refundAlarm);
  const isSameNote = note === undefined || note === deposit.metadata['Refund'];
  const transaction: Transaction =
    isSameNote && flags.length === deposit.flags.length
      ? deposit
      : {
          ...deposit,
          version: deposit.version + 1,
          flags,
          metadata: note === undefined ? deposit.metadata : { ...deposit.metadata, Refund: note },
          updatedAt: at,
        };
  const attempts = report.kind === 'unreachable' ? refund.attempts + 1 : 0;
  const waitMs = report.kind === 'unreachable' ? Math.min(minutes(30), seconds(10) * 2 ** refund.attempts) : hours(6);
  // A refund by hand at a bank takes days: only the time since the provider's last answer counts as unreachable.
  const requestedAt = report.kind === 'reported' && state === 'waiting' ? at : refund.requestedAt;
  return {
    refund: { ...refund, state, refundId, attempts, requestedAt, nextAt: instant(at + waitMs) },
    transaction,
    hasFailed,
    isPaidTwice: false,
  };
}

/** How long the provider may be unreachable before staff are notified. */
const unreachableForMs = hours(24);

type RefundOutcome = { readonly state: RefundState; readonly note?: string; readonly refundId?: string | null };

function outcomeOf(refund: DepositRefund, report: RefundReport, at: Instant): RefundOutcome {
  if (report.kind === 'refused') return { state: 'failed', note: `The provider refused the refund: ${report.detail}` };
  if (report.kind === 'unreachable') {
    return refund.state === 'waiting' && at - refund.requestedAt > unreachableForMs
      ? { state: 'failed', note: 'The provider could not be reached for a day.' }
      : { state: refund.state };
  }
  if (report.kind === 'unknown') {
    return refund.state === 'asked'
      ? { state: 'failed', note: `The provider does not know the refund ${refund.refundId}.` }
      : { state: refund.state };
  }
  const { refundId, status, currency, amount } = report;
  if (refundId === null) {
    // Our own refund may be why nothing is left; it ends only by a report about itself, because it may still fail at the bank.
    const isOwn = refund.refundId !== null && refund.state !== 'failed';
    if (isOwn) return { state: refund.state };
    // The other refund may fail: then the next request of ours is accepted.
    if (status !== 'refunded') {
      return refund.state === 'waiting'
        ? { state: 'waiting', note: 'Another refund of the payment is under way.' }
        : { state: refund.state };
    }
    return { state: 'refunded', refundId, note: 'The provider had refunded all of it already.' };
  }
  const sum = paidText({ currency, amount });
  switch (status) {
    case 'queued':
    case 'pending':
      return { state: 'asked', refundId, note: `${sum} is being refunded (${refundId}).` };
    case 'processing':
      return { state: 'asked', refundId, note: `${sum} is on its way (${refundId}).` };
    case 'refunded':
      return { state: 'refunded', refundId, note: `${sum} was refunded (${refundId}).` };
    case 'failed':
    case 'canceled':
      return {
        state: 'failed',
        refundId,
        note: `${sum} could not be refunded: the refund ${refundId} ${status === 'failed' ? 'failed' : 'was canceled'}.`,
      };
  }
}
