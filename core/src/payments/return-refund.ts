import type { TransactionId } from '../ids.ts';
import { hours, type Instant, instant, minutes, seconds } from '../instant.ts';
import { chargeText, formatCharge } from './charge.ts';
import type { Transaction } from './transaction.ts';

/** `waiting`: the provider has not been asked yet; `asked`: it has it; the others are the end of a round. */
export type RefundState = 'waiting' | 'asked' | 'refunded' | 'failed';

/** What the provider is asked to give back of a deposit that a person said goes back. */
export type DepositRefund = {
  readonly transactionId: TransactionId;
  /** Grows each time a person wants it tried again after it failed; the provider makes one refund for a round. */
  readonly round: number;
  readonly state: RefundState;
  /** The provider's number of it. */
  readonly refundId: string | null;
  readonly attempts: number;
  readonly requestedAt: Instant;
  /** When it is looked at again, while it has not ended. */
  readonly nextAt: Instant;
};

/** What the provider says of it. `refundId` is null when there was nothing left to give back. Amounts are hundredths. */
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
  | { readonly kind: 'unreachable' };

type RefundStep = {
  readonly refund: DepositRefund;
  readonly transaction: Transaction;
  /** It failed just now: the desk is told, and an operator has to look at it. */
  readonly hasFailed: boolean;
};

/** On a deposit whose money could not be given back: an admin has it tried again. */
export const refundAlarm = 'refund-failed';
export const hasFailedRefund = ({
  type,
  flags,
}: {
  readonly type: string;
  readonly flags: readonly string[];
}): boolean => type === 'deposit' && flags.includes(refundAlarm);

/** On a deposit that goes back without a person: it was paid while its bettor was excluded. */
export const excludedFlag = 'paid-while-excluded';
export const isReturnedByRule = ({ flags }: Pick<Transaction, 'flags'>): boolean => flags.includes(excludedFlag);

/** A deposit that was paid during an exclusion: it is never credited, and its refund is wanted. */
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
  attempts: 0,
  requestedAt: at,
  nextAt: at,
});

/** The same once more after it failed, as a refund of its own. `undefined` while the last one has not failed. */
export const retryRefund = (refund: DepositRefund, at: Instant): DepositRefund | undefined =>
  refund.state === 'failed'
    ? { ...refund, round: refund.round + 1, state: 'waiting', refundId: null, attempts: 0, requestedAt: at, nextAt: at }
    : undefined;

/** A deposit as it is while a refund is wanted: nothing to look at, and the note says so. */
export const withRefundRequested = (deposit: Transaction): Transaction => ({
  ...deposit,
  flags: deposit.flags.filter((flag) => flag !== refundAlarm),
  metadata: { ...deposit.metadata, Refund: 'The provider is being asked to give it back.' },
});

/**
 * What the provider's word makes of a refund, and of the deposit that shows it. It ends as refunded or failed; one that the provider
 * took for given may still fail at the bank, and is told then. No money of the wallet moves: none was ever credited.
 */
export function followRefund(refund: DepositRefund, deposit: Transaction, word: RefundReport, at: Instant): RefundStep {
  const { state, note, refundId = refund.refundId } = meaningOf(refund, word, at);
  const hasFailed = state === 'failed' && refund.state !== 'failed';
  const flags =
    state === 'failed'
      ? [...deposit.flags.filter((flag) => flag !== refundAlarm), refundAlarm]
      : deposit.flags.filter((flag) => flag !== refundAlarm);
  const isTold = note === undefined || note === deposit.metadata['Refund'];
  const transaction: Transaction =
    isTold && flags.length === deposit.flags.length
      ? deposit
      : {
          ...deposit,
          version: deposit.version + 1,
          flags,
          metadata: note === undefined ? deposit.metadata : { ...deposit.metadata, Refund: note },
          updatedAt: at,
        };
  const attempts = word.kind === 'unreachable' ? refund.attempts + 1 : 0;
  const waitMs = word.kind === 'unreachable' ? Math.min(minutes(30), seconds(10) * 2 ** refund.attempts) : hours(6);
  return { refund: { ...refund, state, refundId, attempts, nextAt: instant(at + waitMs) }, transaction, hasFailed };
}

/** For so long the provider may be out of reach before a person is told. */
const unreachableForMs = hours(24);

type Meaning = { readonly state: RefundState; readonly note?: string; readonly refundId?: string | null };

function meaningOf(refund: DepositRefund, word: RefundReport, at: Instant): Meaning {
  if (word.kind === 'refused') return { state: 'failed', note: `The provider does not give it back: ${word.detail}` };
  if (word.kind === 'unreachable') {
    return refund.state === 'waiting' && at - refund.requestedAt > unreachableForMs
      ? { state: 'failed', note: 'The provider could not be asked for a day.' }
      : { state: refund.state };
  }
  const { refundId, status, currency, amount } = word;
  if (refundId === null) return { state: 'refunded', refundId, note: 'The provider had given back all of it already.' };
  const isKnown = currency === 'USD' || currency === 'EUR';
  const sum = isKnown ? formatCharge({ currency, amount }) : `${currency} ${chargeText(amount)}`;
  switch (status) {
    case 'queued':
    case 'pending':
      return { state: 'asked', refundId, note: `${sum} is going back (${refundId}).` };
    case 'processing':
      return { state: 'asked', refundId, note: `${sum} is on its way back (${refundId}).` };
    case 'refunded':
      return { state: 'refunded', refundId, note: `${sum} was given back (${refundId}).` };
    case 'failed':
    case 'canceled':
      return {
        state: 'failed',
        refundId,
        note: `${sum} could not be given back: the refund ${refundId} ${status === 'failed' ? 'failed' : 'was canceled'}.`,
      };
  }
}
