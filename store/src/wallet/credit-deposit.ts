import { exclusionAt, isExcluded } from '@touchline/core/account';
import { type GrantedBonus, grantBonus } from '@touchline/core/bonus';
import type { Instant } from '@touchline/core/instant';
import {
  type CreditByHandRefusal,
  completed,
  creditedByHand,
  isFinal,
  mayResolve,
  resolved,
  type Transaction,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { creditDeposit as depositEvent } from '@touchline/core/wallet';
import { type Action, resolvedAction } from '../audit/index.ts';
import type { CommandKind, CreditDeposit, Facts } from './command.ts';

/** Credits a paid deposit once, however often it is reported, and completes its transaction. */
export const creditDeposit: CommandKind<CreditDeposit> = {
  key: ({ deposit }) => `deposit:${deposit.providerPaymentId}:paid`,
  // Another admin's credit of the same amount is another request: they learn who was first.
  request: ({ deposit, byHand }) => ({ ...deposit, ...(byHand && { by: byHand.admin.userId }) }),
  transactions: ({ deposit }) => [deposit.transactionId],
  readsBonus: ({ bonus }) => bonus !== undefined,
  readsRestrictions: ({ bonus }) => bonus !== undefined,
  mostEvents: ({ bonus }) => (bonus ? 2 : 1),
  decide: (command, _wallet, facts) => {
    const { deposit } = command;
    const credited = depositEvent(deposit);
    if (!credited.ok) return credited;
    const requested = facts.transaction(deposit.transactionId);
    const paidAt = command.byHand ? command.byHand.payment.paidAt : command.paidAt;
    const excluded = paidAt && exclusionAt(facts.exclusions(command.walletId), paidAt);
    if (command.byHand) {
      const credit = creditOf(command, requested, facts.now);
      if (!credit.ok) return credit;
      if (excluded) return refused({ code: 'paid-while-excluded' });
      const granted = grantedFor(command, facts);
      return ok({ event: credited.value, ...credit.value, ...(granted && { also: [granted], bonus: granted.bonus }) });
    }
    const transaction = requested ?? unrequested(command, facts.now);
    if (isFinal(transaction.status)) return refused({ code: 'transaction-closed', transaction });
    if (transaction.amount !== deposit.amount || transaction.walletId !== command.walletId) {
      return refused({ code: 'amount-differs', transaction });
    }
    if (excluded) return refused({ code: 'paid-while-excluded' });
    const { providerPaymentId } = deposit;
    const granted = requested && grantedFor(command, facts);
    return ok({
      event: credited.value,
      transaction: completed(transaction, providerPaymentId, facts.now),
      ...(granted && { also: [granted], bonus: granted.bonus }),
    });
  },
  answer: ({ deposit }, moved, { transaction }) => {
    if (!transaction) throw new Error(`deposit ${deposit.transactionId} is in the ledger but has no transaction`);
    return { ...moved, transaction };
  },
};

/** Decided under the row's lock, so that of two admins, or an admin and a report, one is first. */
function creditOf(
  { walletId, deposit, byHand }: CreditDeposit,
  waiting: Transaction | undefined,
  at: Instant,
): Result<{ readonly transaction: Transaction; readonly action: Action }, CreditByHandRefusal> {
  if (!waiting || !byHand || waiting.walletId !== walletId) return refused({ code: 'transaction-unknown' });
  const { admin, reason, payment, requestId } = byHand;
  const may = mayResolve(waiting, { isOwner: admin.walletId === walletId });
  if (!may.ok) return may;
  const credited = creditedByHand(waiting, payment, deposit.amount);
  if (!credited.ok) return credited;
  const done = completed({ ...waiting, ...credited.value }, deposit.providerPaymentId, at);
  const transaction = { ...resolved(done, reason, { userId: admin.userId, at }), version: done.version };
  return ok({ transaction, action: resolvedAction(waiting, transaction, requestId) });
}

/** Returns the bonus for a bettor's first completed deposit, unless they are excluded or had a bonus on another account. */
function grantedFor({ walletId, deposit, bonus: terms }: CreditDeposit, facts: Facts): GrantedBonus | undefined {
  if (!terms || facts.bonus(walletId) || facts.hasDeposited(walletId) || facts.hadBonusElsewhere(walletId))
    return undefined;
  if (isExcluded(facts.restrictions(walletId)?.exclusion, facts.now)) return undefined;
  return grantBonus(terms, { id: deposit.transactionId, walletId, amount: deposit.amount }, facts.now);
}

/** A deposit without a request, such as the opening balance of a demo account. */
const unrequested = ({ walletId, deposit }: CreditDeposit, now: Instant): Transaction => ({
  id: deposit.transactionId,
  walletId,
  version: 0,
  type: 'deposit',
  amount: deposit.amount,
  status: 'pending',
  method: deposit.provider,
  reference: null,
  reason: null,
  provider: deposit.provider,
  providerPaymentId: deposit.providerPaymentId,
  charge: null,
  checkout: null,
  payout: null,
  flags: [],
  decision: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
});
