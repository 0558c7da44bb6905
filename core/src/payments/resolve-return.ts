import type { Instant } from '../instant.ts';
import { type Cents, formatDollars, negative, noMoney, plus } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import { refundAlarm } from './return-refund.ts';
import type { ReturnedPart, Transaction } from './transaction.ts';

/**
 * How an admin resolves the parts of a withdrawal that could not be returned: request their refunds again, pay them to the bettor's
 * destination, or record another payment.
 */
export const returnResolutions = ['retry', 'destination', 'elsewhere'] as const;
export type ReturnResolution = {
  readonly how: (typeof returnResolutions)[number];
  /** The owed amount that the admin saw. */
  readonly amount: Cents;
  /** The reference of the payment; `null` for a retry. */
  readonly reference: string | null;
};

export type ReturnRefusal =
  | { readonly code: 'transaction-unknown' | 'own-withdrawal' | 'destination-missing' | 'reference-missing' }
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'second-admin-needed' }
  /** Nothing is owed, or another amount: it was resolved or went back in the meantime. */
  | { readonly code: 'return-changed'; readonly owed: Cents; readonly transaction: Transaction };

/** Whether part of a paid withdrawal could not be returned. */
export const hasFailedReturn = ({
  type,
  flags,
}: {
  readonly type: string;
  readonly flags: readonly string[];
}): boolean => type === 'withdrawal' && flags.includes(refundAlarm);

const failedOf = ({ payoutPlan }: Pick<Transaction, 'payoutPlan'>): readonly ReturnedPart[] =>
  (payoutPlan?.route ?? []).filter(({ state }) => state === 'failed');

/** Returns what could not be returned and is still to be paid. */
export const owedOf = (withdrawal: Pick<Transaction, 'payoutPlan'>): Cents =>
  failedOf(withdrawal).reduce((total, { amount }) => plus(total, amount), noMoney);

/** Identifies the failed refunds by deposit and round, so that each is resolved once. Empty when nothing is owed. */
export const roundsOwed = (withdrawal: Pick<Transaction, 'payoutPlan'>): string =>
  failedOf(withdrawal)
    .map(({ depositId, round }) => `${depositId}:${round}`)
    .toSorted()
    .join(' ');

/**
 * `rounds`: the refunds that the provider confirmed as failed. Refused while the bettor's cash is below zero, for example after a
 * chargeback.
 */
export function mayResolveReturn(
  withdrawal: Transaction,
  { how, amount, reference }: ReturnResolution,
  { isOwner, cash, rounds }: { readonly isOwner: boolean; readonly cash: Cents; readonly rounds: string },
): Result<true, ReturnRefusal> {
  if (withdrawal.type !== 'withdrawal') return refused({ code: 'transaction-unknown' });
  if (isOwner) return refused({ code: 'own-withdrawal' });
  const owed = owedOf(withdrawal);
  if (owed <= 0 || owed !== amount || roundsOwed(withdrawal) !== rounds) {
    return refused({ code: 'return-changed', owed, transaction: withdrawal });
  }
  if (how === 'retry') return ok(true);
  if (cash < noMoney) return refused({ code: 'player-in-debt', debt: negative(cash) });
  if (how === 'destination' && withdrawal.payout === null) return refused({ code: 'destination-missing' });
  return how === 'elsewhere' && reference === null ? refused({ code: 'reference-missing' }) : ok(true);
}

/** Returns the withdrawal after a resolution. The ledger paid all of it at the approval, so the wallet does not change. */
export function resolvedReturn(withdrawal: Transaction, resolution: ReturnResolution, at: Instant): Transaction {
  const { payoutPlan, payout, flags } = withdrawal;
  if (!payoutPlan) throw new Error(`withdrawal ${withdrawal.id} has no plan`);
  const { how, amount, reference } = resolution;
  const route = payoutPlan.route.map((part): ReturnedPart => {
    if (part.state !== 'failed') return part;
    const { reason: _reason, attempts: _attempts, since: _since, ...rest } = part;
    return how === 'retry'
      ? { ...rest, state: 'waiting', round: part.round + 1, refundId: null }
      : { ...part, state: 'paid' };
  });
  const { 'Not returned': _, ...metadata } = withdrawal.metadata;
  const to = how === 'destination' ? (payout?.mask ?? 'the account given') : 'you in another way';
  const earlier = metadata['Paid instead'];
  const paid = `${formatDollars(amount)} to ${to}${reference === null ? '' : ` (${reference})`}`;
  return {
    ...withdrawal,
    version: withdrawal.version + 1,
    flags: flags.filter((flag) => flag !== refundAlarm),
    metadata:
      how === 'retry'
        ? metadata
        : { ...metadata, 'Paid instead': earlier === undefined ? paid : `${earlier}; ${paid}` },
    payoutPlan: { ...payoutPlan, route },
    updatedAt: at,
  };
}
