import { decideWithdrawal as decision } from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
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
  decide: ({ transactionId, walletId, decision: how, admin }, _wallet, facts) => {
    const transaction = facts.transaction(transactionId);
    if (!transaction || transaction.walletId !== walletId) return refused({ code: 'transaction-unknown' });
    const by = { userId: admin.userId, isOwner: admin.walletId === walletId, at: facts.now };
    const decided = decision(transaction, how, by);
    return decided.ok ? ok(decided.value) : decided;
  },
  answer: ({ transactionId }, moved, { transaction }) => {
    if (!transaction) throw new Error(`withdrawal ${transactionId} was decided in the ledger but has no transaction`);
    return { ...moved, transaction };
  },
};
