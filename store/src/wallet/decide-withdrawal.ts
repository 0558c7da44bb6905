import { dollars } from '@touchline/core/money';
import { decideWithdrawal as decision, type Transaction } from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import type { Action } from '../audit/index.ts';
import type { CommandKind, DecideWithdrawal } from './command.ts';

/**
 * Pays or rejects a pending withdrawal. The same admin who asks again gets the same answer; anybody else who comes second is
 * refused with the transaction as it was decided.
 */
export const decideWithdrawal: CommandKind<DecideWithdrawal> = {
  key: ({ transactionId, decision, admin }) => `withdrawal:${transactionId}:${decision.how}:${admin.userId}`,
  request: ({ transactionId, decision }) => ({ transaction: transactionId, how: decision.how }),
  matches: () => [],
  bets: () => [],
  transactions: ({ transactionId }) => [transactionId],
  decide: (command, wallet, facts) => {
    const { transactionId, walletId, decision: how, admin } = command;
    const transaction = facts.transaction(transactionId);
    if (!transaction || transaction.walletId !== walletId) return refused({ code: 'transaction-unknown' });
    const by = { userId: admin.userId, isOwner: admin.walletId === walletId, at: facts.now };
    const decided = decision(transaction, wallet, how, by);
    if (!decided.ok) return decided;
    return ok({ ...decided.value, action: actionOf(command, transaction, decided.value.transaction) });
  },
  answer: ({ transactionId }, moved, { transaction }) => {
    if (!transaction) throw new Error(`withdrawal ${transactionId} was decided in the ledger but has no transaction`);
    return { ...moved, transaction };
  },
};

const actionOf = (
  { decision: how, admin, requestId }: DecideWithdrawal,
  before: Transaction,
  after: Transaction,
): Action => ({
  actor: { userId: admin.userId, role: 'admin' },
  action: how.how === 'paid' ? 'withdrawal-approved' : 'withdrawal-rejected',
  subject: `withdrawal:${after.id}`,
  reason: after.reason,
  before: stateOf(before),
  after: {
    ...stateOf(after),
    ...(how.how === 'paid' && how.despite !== undefined && { despiteFindingsOf: how.despite }),
  },
  requestId,
});

const stateOf = ({ version, status, amount, method, reference, payout, flags }: Transaction) => ({
  version,
  status,
  amount: dollars(amount),
  method,
  reference,
  payoutTo: payout?.mask ?? null,
  flags,
});
