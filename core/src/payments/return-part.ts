import { hours, type Instant, minutes, seconds } from '../instant.ts';
import { cents, formatDollars, plus } from '../money/index.ts';
import { type RefundWord, refundAlarm } from './return-refund.ts';
import type { ReturnedPart, ReturnState, Transaction } from './transaction.ts';

type PartStep = {
  readonly withdrawal: Transaction;
  /** It failed just now: admins are notified, and one of them has to act. */
  readonly hasFailed: boolean;
};

/** Parts whose refunds are not over; one that was returned may still fail at the bank. */
export const isUnderWay = ({ state }: Pick<ReturnedPart, 'state'>): boolean => state === 'waiting' || state === 'asked';

/** How long until parts that are under way are looked at again. Webhooks come earlier. */
export const nextReturnCheckMs = (word: RefundWord): number => (word.kind === 'unreachable' ? minutes(5) : hours(6));
/** A refund that was just asked for is looked at again soon: it may be refused at once. */
export const firstReturnCheckMs = seconds(30);

/**
 * What the provider's word makes of one part of a withdrawal. The ledger paid the whole withdrawal when it was approved, so no money of
 * the wallet moves here: a part that fails is still owed to the bettor, and an admin pays it to the destination.
 */
export function followReturn(
  withdrawal: Transaction,
  part: Pick<ReturnedPart, 'depositId' | 'round'>,
  word: RefundWord,
  at: Instant,
): PartStep {
  const { payoutPlan } = withdrawal;
  const known = payoutPlan?.route.find(({ depositId }) => depositId === part.depositId);
  if (!payoutPlan || !known || known.round !== part.round || known.state === 'planned') {
    return { withdrawal, hasFailed: false };
  }
  const next = { ...known, ...meaningOf(known, word) };
  if (next.state === known.state && next.refundId === known.refundId) return { withdrawal, hasFailed: false };
  const route = payoutPlan.route.map((one) => (one === known ? next : one));
  return {
    withdrawal: changed(withdrawal, route, at),
    hasFailed: next.state === 'failed' && known.state !== 'failed',
  };
}

function meaningOf(
  part: ReturnedPart,
  word: RefundWord,
): { readonly state: ReturnState; readonly refundId: string | null } {
  const { refundId } = part;
  if (word.kind === 'unreachable') return { state: part.state, refundId };
  if (word.kind === 'refused') return { state: 'failed', refundId };
  switch (word.status) {
    case 'queued':
    case 'pending':
    case 'processing':
      return { state: 'asked', refundId: word.refundId };
    case 'refunded':
      // Without a number nothing was refunded: all of the payment had gone back before.
      return word.refundId === null ? { state: 'failed', refundId } : { state: 'returned', refundId: word.refundId };
    case 'failed':
    case 'canceled':
      return { state: 'failed', refundId: word.refundId };
  }
}

function changed(withdrawal: Transaction, route: readonly ReturnedPart[], at: Instant): Transaction {
  const failed = route.filter(({ state }) => state === 'failed');
  const flags = withdrawal.flags.filter((flag) => flag !== refundAlarm);
  const { 'Not returned': _, ...metadata } = withdrawal.metadata;
  const owed = failed.reduce((total, { amount }) => plus(total, amount), cents(0));
  return {
    ...withdrawal,
    version: withdrawal.version + 1,
    flags: failed.length > 0 ? [...flags, refundAlarm] : flags,
    metadata:
      failed.length > 0
        ? { ...metadata, 'Not returned': `${formatDollars(owed)} could not go back and is still to be paid.` }
        : metadata,
    payoutPlan: { ...(withdrawal.payoutPlan ?? { payableFrom: null, firstApproval: null }), route },
    updatedAt: at,
  };
}
