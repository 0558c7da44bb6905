import { longestPassed, periodMs, roomAgainAt } from '../account/index.ts';
import type { UserId } from '../ids.ts';
import { type Instant, instant } from '../instant.ts';
import { type Cents, cents, centsFromDollars, dollars, minus, negative, noMoney, plus, sum } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { Wallet, WalletEvent } from '../wallet/index.ts';
import { maxWithdrawal, minWithdrawal, mostDailyWithdrawals } from './limits.ts';
import type { Transaction } from './transaction.ts';
import type { WithdrawalPolicy } from './withdrawal-policy.ts';

export type WithdrawalRefusal =
  | { readonly code: 'amount-below-minimum'; readonly minimum: Cents }
  | { readonly code: 'amount-above-maximum'; readonly maximum: Cents }
  | { readonly code: 'balance-too-low'; readonly balance: Cents; readonly missing: Cents }
  | TooManyWithdrawals
  | WithdrawalTotalReached;

/** `again`: when the next one can be requested. */
type TooManyWithdrawals = { readonly code: 'too-many-withdrawals'; readonly most: number; readonly again: Instant };

/** `left`: what can still be withdrawn now; `again`: when the amount can be, if time alone achieves that. */
type WithdrawalTotalReached = {
  readonly code: 'withdrawal-total-reached';
  readonly period: 'day' | 'week';
  readonly limit: Cents;
  readonly left: Cents;
  readonly amount: Cents;
  readonly again?: Instant | undefined;
};
export type ConfirmationRequired = {
  readonly code: 'confirmation-required';
  readonly why: 'new-destination' | 'amount';
};

type Earlier = Pick<Transaction, 'amount' | 'status' | 'createdAt'>;
type EarlierWithdrawals = {
  /** Those of the last week. */
  readonly recent: readonly Earlier[];
  /** When withdrawals of the last 24 hours were requested, canceled ones too, newest first. */
  readonly requestedAt: readonly Instant[];
};

/** Checks the amount of a withdrawal regardless of the balance; used by form and server. `amount` is in dollars. */
export function withdrawalAmount(
  amount: number,
): Result<Cents, WithdrawalRefusal | { readonly code: 'amount-part-of-cent' }> {
  if (amount < dollars(minWithdrawal)) return refused({ code: 'amount-below-minimum', minimum: minWithdrawal });
  if (amount > dollars(maxWithdrawal)) return refused({ code: 'amount-above-maximum', maximum: maxWithdrawal });
  const exact = centsFromDollars(amount);
  return exact === undefined ? refused({ code: 'amount-part-of-cent' }) : ok(exact);
}

/** Moves the money of a withdrawal from cash to held, until an admin decides. */
export function requestWithdrawal(
  wallet: Wallet,
  asked: Pick<Transaction, 'id' | 'amount'>,
  { recent, requestedAt }: EarlierWithdrawals,
  policy: Pick<WithdrawalPolicy, 'daily' | 'weekly'>,
  now: Instant,
): Result<WalletEvent, WithdrawalRefusal> {
  const { id: transactionId, amount } = asked;
  if (amount < minWithdrawal) return refused({ code: 'amount-below-minimum', minimum: minWithdrawal });
  if (amount > maxWithdrawal) return refused({ code: 'amount-above-maximum', maximum: maxWithdrawal });
  if (amount > wallet.cash) {
    return refused({ code: 'balance-too-low', balance: wallet.cash, missing: minus(amount, wallet.cash) });
  }
  const passed = tooMany(requestedAt, now) ?? passedTotal(amount, recent, policy, now);
  return passed ? refused(passed) : ok({ type: 'WithdrawalRequested', transactionId, amount });
}

/** Canceled withdrawals count: requesting and canceling without end would add to the ledger and send emails without end. */
function tooMany(requestedAt: readonly Instant[], now: Instant): TooManyWithdrawals | undefined {
  const most = mostDailyWithdrawals;
  const first = requestedAt.filter((at) => at > now - periodMs.day)[most - 1];
  return first === undefined ? undefined : { code: 'too-many-withdrawals', most, again: instant(first + periodMs.day) };
}

type Totals = Pick<WithdrawalPolicy, 'daily' | 'weekly'>;

/** Returns the total that stays passed for longest, if another withdrawal would exceed one. Canceled ones do not count. */
function passedTotal(
  amount: Cents,
  earlier: readonly Earlier[],
  policy: Totals,
  now: Instant,
): WithdrawalTotalReached | undefined {
  const totals = totalsNow(earlier, policy, now);
  const passed = totals
    .filter(({ left }) => amount > left)
    .map(({ period, limit, uses }) => ({ period, limit, again: roomAgainAt(uses, period, cents(limit - amount)) }));
  if (passed.length === 0) return undefined;
  return { code: 'withdrawal-total-reached', ...longestPassed(passed), left: leastLeft(totals), amount };
}

/** Returns what both totals still allow. */
export const leftToWithdraw = (earlier: readonly Earlier[], policy: Totals, now: Instant): Cents =>
  leastLeft(totalsNow(earlier, policy, now));

/** Each total, the withdrawals that count towards it, oldest first, and what they leave of it. */
const totalsNow = (earlier: readonly Earlier[], { daily, weekly }: Totals, now: Instant) =>
  [['day', daily] as const, ['week', weekly] as const].map(([period, limit]) => {
    const uses = earlier
      .filter(({ status, createdAt }) => status !== 'canceled' && createdAt > now - periodMs[period])
      .map(({ createdAt: at, amount }) => ({ at, amount }))
      .toSorted((a, b) => a.at - b.at);
    return { period, limit, uses, left: cents(Math.max(0, minus(limit, sum(uses.map(({ amount }) => amount))))) };
  });
const leastLeft = (totals: readonly { readonly left: Cents }[]): Cents =>
  cents(Math.min(...totals.map(({ left }) => left)));

/**
 * What is known about a destination. `none`: the withdrawal names none; `paid`: one was paid to it before; `waiting`: since its
 * oldest pending withdrawal. Canceled withdrawals do not make a destination known.
 */
export type Destination =
  | { readonly kind: 'none' | 'new' | 'paid' }
  | { readonly kind: 'waiting'; readonly since: Instant };

/** Why the bettor must confirm their identity again; `undefined` if the session is enough. */
export function confirmationNeeded(
  amount: Cents,
  destination: Destination,
  { confirmFrom }: Pick<WithdrawalPolicy, 'confirmFrom'>,
): ConfirmationRequired | undefined {
  if (destination.kind === 'new') return { code: 'confirmation-required', why: 'new-destination' };
  return amount >= confirmFrom ? { code: 'confirmation-required', why: 'amount' } : undefined;
}

/** Returns when a withdrawal can be approved; `null`: at once. */
export function payableFrom(
  destination: Destination,
  { coolDownMs }: Pick<WithdrawalPolicy, 'coolDownMs'>,
  now: Instant,
): Instant | null {
  if (destination.kind === 'none' || destination.kind === 'paid') return null;
  return instant((destination.kind === 'waiting' ? destination.since : now) + coolDownMs);
}

/**
 * A decision about a withdrawal: an admin pays it with the bank's reference, or rejects it with a reason, or the bettor cancels it.
 */
export type WithdrawalDecision =
  /** `despite`: the ledger verification whose findings the admin chose to override. */
  | { readonly how: 'paid'; readonly reference: string; readonly despite?: string }
  | { readonly how: 'rejected'; readonly reason: string }
  | { readonly how: 'canceled'; readonly reason: string };

export type DecisionRefusal =
  | { readonly code: 'transaction-unknown' }
  | { readonly code: 'own-withdrawal' }
  /** `debt`: what the bettor owes. */
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'destination-cooling-down'; readonly until: Instant }
  /** It needs two admins, and none has approved it yet. */
  | { readonly code: 'first-approval-missing' }
  | { readonly code: 'second-admin-needed'; readonly transaction: Transaction }
  | { readonly code: 'withdrawal-decided'; readonly transaction: Transaction };

/** `alone`: what the admin approved alone for this bettor or destination within 24 hours. */
type ApprovalRules = Pick<WithdrawalPolicy, 'oneAdminUpTo' | 'flaggedTwoAdminsFrom'> & { readonly alone: Cents };

export function needsTwoAdmins(
  { amount, flags }: Pick<Transaction, 'amount' | 'flags'>,
  { oneAdminUpTo, flaggedTwoAdminsFrom, alone }: ApprovalRules,
): boolean {
  const together = plus(amount, alone);
  return together > oneAdminUpTo || (flags.length > 0 && together >= flaggedTwoAdminsFrom);
}

type Decider = { readonly userId: UserId; readonly isOwner: boolean; readonly at: Instant };

/**
 * Ends a pending withdrawal, once; a second decision is refused with the first. While the bettor's cash is below zero, for example
 * after a chargeback, the withdrawal cannot be paid; rejecting it pays the debt.
 */
export function decideWithdrawal(
  transaction: Transaction,
  { cash }: Pick<Wallet, 'cash'>,
  decision: WithdrawalDecision,
  by: Decider,
  rules: ApprovalRules,
): Result<{ readonly event: WalletEvent; readonly transaction: Transaction }, DecisionRefusal> {
  if (transaction.type !== 'withdrawal') return refused({ code: 'transaction-unknown' });
  // Only the owner cancels a withdrawal and only admins decide it. To others it is unknown.
  if (decision.how === 'canceled' && !by.isOwner) return refused({ code: 'transaction-unknown' });
  if (decision.how !== 'canceled' && by.isOwner) return refused({ code: 'own-withdrawal' });
  if (transaction.status !== 'pending') return refused({ code: 'withdrawal-decided', transaction });
  if (decision.how === 'paid') {
    const refusal = paymentRefusal(transaction, cash, by, rules);
    if (refusal) return refused(refusal);
  }
  const { id: transactionId, amount } = transaction;
  const decided = {
    ...transaction,
    version: transaction.version + 1,
    decision: { by: by.userId, at: by.at },
    updatedAt: by.at,
  };
  return decision.how === 'paid'
    ? ok({
        event: { type: 'WithdrawalPaid', transactionId, amount, reference: decision.reference },
        transaction: { ...withReturnsRequested(decided), status: 'completed', reference: decision.reference },
      })
    : ok({
        // The event is hashed and cannot be erased, so a reason that may name a person is only in the transaction.
        event: { type: 'WithdrawalReleased', transactionId, amount, reason: 'rejected' },
        transaction: { ...decided, status: 'canceled', reason: decision.reason },
      });
}

function paymentRefusal(
  transaction: Transaction,
  cash: Cents,
  { userId, at }: Decider,
  rules: ApprovalRules,
): DecisionRefusal | undefined {
  if (cash < noMoney) return { code: 'player-in-debt', debt: negative(cash) };
  const { payableFrom: until = null, firstApproval = null } = transaction.payoutPlan ?? {};
  if (until !== null && at < until) return { code: 'destination-cooling-down', until };
  if (firstApproval?.by === userId) return { code: 'second-admin-needed', transaction };
  if (firstApproval === null && needsTwoAdmins(transaction, rules)) return { code: 'first-approval-missing' };
  return undefined;
}

/** Records the first of two approvals, which moves no money. `undefined` if there is one already or nothing to approve. */
export function approveFirst(transaction: Transaction, by: Decider): Transaction | undefined {
  const { type, status, payoutPlan } = transaction;
  if (type !== 'withdrawal' || status !== 'pending' || by.isOwner || payoutPlan?.firstApproval) return undefined;
  return {
    ...transaction,
    version: transaction.version + 1,
    payoutPlan: { ...(payoutPlan ?? noPlan), firstApproval: { by: by.userId, at: by.at } },
    updatedAt: by.at,
  };
}

const noPlan = { payableFrom: null, firstApproval: null, route: [] } as const;

/** Returns an approved withdrawal, whose refunds are requested from now on. */
const withReturnsRequested = (withdrawal: Transaction): Transaction =>
  withdrawal.payoutPlan
    ? {
        ...withdrawal,
        payoutPlan: {
          ...withdrawal.payoutPlan,
          route: withdrawal.payoutPlan.route.map((part) => ({ ...part, state: 'waiting' as const })),
        },
      }
    : withdrawal;
