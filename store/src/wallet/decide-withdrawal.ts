import { dollars } from '@touchline/core/money';
import { decideWithdrawal as decision, type Transaction } from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import type { Action } from '../audit/index.ts';
import type { CommandKind, DecideWithdrawal } from './command.ts';

/**
 * Pays, rejects or cancels a pending withdrawal. A repeated decision by the same person gets the same answer; anyone else is
 * refused with the transaction as decided.
 */
export const decideWithdrawal: CommandKind<DecideWithdrawal> = {
  key: ({ transactionId, decision, by }) => `withdrawal:${transactionId}:${decision.how}:${by.userId}`,
  request: ({ transactionId, decision }) => ({ transaction: transactionId, how: decision.how }),
  transactions: ({ transactionId }) => [transactionId],
  decide: (command, wallet, facts) => {
    const { transactionId, walletId, decision: how, by: decider, policy } = command;
    const transaction = facts.transaction(transactionId);
    if (!transaction || transaction.walletId !== walletId) return refused({ code: 'transaction-unknown' });
    const by = { userId: decider.userId, isOwner: decider.walletId === walletId, at: facts.now };
    const rules = { ...policy, alone: facts.approvedAlone(by.userId, transaction) };
    const decided = decision(transaction, wallet, how, by, rules);
    if (!decided.ok) return decided;
    return ok({
      ...decided.value,
      // What bettors do with their own money is in the ledger; the audit log is for staff.
      ...(how.how !== 'canceled' && { action: actionOf(command, transaction, decided.value.transaction) }),
      email: { kind: `withdrawal-${how.how}`, transactionId },
    });
  },
  answer: ({ transactionId }, moved, { transaction, email }) => {
    if (!transaction) throw new Error(`withdrawal ${transactionId} was decided in the ledger but has no transaction`);
    return { ...moved, transaction, ...(email && { email }) };
  },
};

const actionOf = (
  { decision: how, by, requestId }: DecideWithdrawal,
  before: Transaction,
  after: Transaction,
): Action => ({
  actor: { userId: by.userId, role: 'admin' },
  action: how.how === 'paid' ? 'withdrawal-approved' : 'withdrawal-rejected',
  subject: `withdrawal:${after.id}`,
  reason: after.reason,
  before: stateOf(before),
  after: { ...stateOf(after), ...(how.how === 'paid' && acceptedBy(how)) },
  requestId,
});

/** The verification whose findings the admin accepted, for the audit log. */
export const acceptedBy = ({ despite }: { readonly despite?: string | undefined }) =>
  despite === undefined ? {} : { despiteFindingsOf: despite };

export const stateOf = ({ version, status, amount, method, reference, payout, payoutPlan, flags }: Transaction) => ({
  version,
  status,
  amount: dollars(amount),
  method,
  reference,
  payoutTo: payout?.mask ?? null,
  flags,
  ...(payoutPlan?.firstApproval && { firstApprovedBy: payoutPlan.firstApproval.by }),
});
