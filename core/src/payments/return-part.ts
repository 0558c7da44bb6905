import { hours, type Instant, minutes, seconds } from '../instant.ts';
import { formatDollars } from '../money/index.ts';
import { owedOf } from './resolve-return.ts';
import { type RefundReport, refundAlarm } from './return-refund.ts';
import type { ReturnedPart, Transaction } from './transaction.ts';

type PartStep = {
  readonly withdrawal: Transaction;
  /** It failed just now: admins are notified, and one of them has to act. */
  readonly hasFailed: boolean;
  /** An admin paid it in another way, and the provider refunds it as well: the operator has to get one of them back. */
  readonly isPaidTwice: boolean;
};

/** Parts whose refunds are not over; one that was returned may still fail at the bank. */
export const isUnderWay = ({ state }: Pick<ReturnedPart, 'state'>): boolean => state === 'waiting' || state === 'asked';

/** When to check pending parts again; the wait doubles with each failed attempt. Webhooks arrive earlier. */
export const nextReturnCheckMs = (report: RefundReport, part: Pick<ReturnedPart, 'attempts'>): number =>
  isTransientFailure(report) ? Math.min(hours(6), minutes(5) * 2 ** (part.attempts ?? 0)) : hours(6);
/** A refund that was just requested is checked again soon: it may be refused at once. */
export const firstReturnCheckMs = seconds(30);

/** How long a transiently failing request is repeated. */
const repeatedForMs = hours(24);
const isTransientFailure = (report: RefundReport): boolean =>
  report.kind === 'unreachable' || (report.kind === 'refused' && report.isTransient === true);

/**
 * Applies a refund report to one part of a withdrawal. The ledger paid the whole withdrawal when it was approved, so the wallet
 * does not change: a failed part is still owed to the bettor, and an admin decides how it is paid.
 */
export function followReturn(
  withdrawal: Transaction,
  part: Pick<ReturnedPart, 'depositId' | 'round'>,
  report: RefundReport,
  at: Instant,
): PartStep {
  const same = { withdrawal, hasFailed: false, isPaidTwice: false };
  const { payoutPlan } = withdrawal;
  const known = payoutPlan?.route.find(({ depositId }) => depositId === part.depositId);
  if (!payoutPlan || !known || known.round !== part.round || known.state === 'planned') return same;
  const next = partAfter(known, report, at);
  if (known.state === 'paid') return { ...same, isPaidTwice: next.state === 'asked' || next.state === 'returned' };
  const isSame = (['state', 'refundId', 'reason', 'attempts'] as const).every((field) => next[field] === known[field]);
  if (isSame) return same;
  const route = payoutPlan.route.map((other) => (other === known ? next : other));
  return {
    withdrawal: changed(withdrawal, route, at),
    hasFailed: next.state === 'failed' && known.state !== 'failed',
    isPaidTwice: false,
  };
}

function partAfter(known: ReturnedPart, report: RefundReport, at: Instant): ReturnedPart {
  const { reason: _, ...part } = known;
  const failed = (reason: string, refundId = part.refundId): ReturnedPart => ({
    ...part,
    state: 'failed',
    refundId,
    reason,
  });
  if (report.kind === 'unknown') {
    return part.state === 'asked' ? failed(`The provider does not know the refund ${part.refundId}.`) : known;
  }
  if (report.kind !== 'reported') {
    if (part.state !== 'waiting') return report.kind === 'refused' ? failed(report.detail) : known;
    const detail = report.kind === 'refused' ? report.detail : 'The provider could not be reached.';
    const { attempts = 0, since = at } = part;
    if (!isTransientFailure(report)) return failed(detail);
    if (at - since >= repeatedForMs) return failed(`${detail} Requested ${attempts + 1} times within a day.`);
    return { ...part, attempts: attempts + 1, since, reason: detail };
  }
  const { refundId } = report;
  if (refundId === null) return failed('Nothing is left of the payment to refund.');
  switch (report.status) {
    case 'queued':
    case 'pending':
    case 'processing':
      return { ...part, state: 'asked', refundId };
    case 'refunded':
      return { ...part, state: 'returned', refundId };
    case 'failed':
      return failed(`The refund ${refundId} failed at the bank.`, refundId);
    case 'canceled':
      return failed(`The refund ${refundId} was canceled at the provider.`, refundId);
  }
}

function changed(withdrawal: Transaction, route: readonly ReturnedPart[], at: Instant): Transaction {
  const flags = withdrawal.flags.filter((flag) => flag !== refundAlarm);
  const { 'Not returned': _, ...metadata } = withdrawal.metadata;
  const payoutPlan = { ...(withdrawal.payoutPlan ?? { payableFrom: null, firstApproval: null }), route };
  const owed = owedOf({ payoutPlan });
  return {
    ...withdrawal,
    version: withdrawal.version + 1,
    flags: owed > 0 ? [...flags, refundAlarm] : flags,
    metadata:
      owed > 0
        ? { ...metadata, 'Not returned': `${formatDollars(owed)} could not go back and is still to be paid.` }
        : metadata,
    payoutPlan,
    updatedAt: at,
  };
}
