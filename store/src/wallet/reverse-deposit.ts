import { endByReversal } from '@touchline/core/bonus';
import { reverseDeposit as reversed } from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import type { CommandKind, ReverseDeposit } from './command.ts';

/** Debits a refund or chargeback, once per id of the provider. */
export const reverseDeposit: CommandKind<ReverseDeposit> = {
  key: ({ transactionId, reversal }) => `deposit:${transactionId}:${reversal.kind}:${reversal.reversalId}`,
  request: ({ transactionId, reversal }) => ({
    transaction: transactionId,
    kind: reversal.kind,
    reversal: reversal.reversalId,
    amount: reversal.amount,
  }),
  transactions: ({ transactionId, reversal }) => [reversal.id, transactionId],
  readsBonus: () => true,
  mostEvents: () => 2,
  decide: ({ transactionId, walletId, reversal }, wallet, facts) => {
    const deposit = facts.transaction(transactionId);
    if (!deposit || deposit.walletId !== walletId) return refused({ code: 'transaction-unknown' });
    const decided = reversed(deposit, reversal, facts.now);
    if (!decided.ok) return decided;
    const bonus = facts.bonus(walletId);
    const isOfBonus = bonus?.id === transactionId;
    const lost = isOfBonus ? endByReversal({ bonus, wallet, now: facts.now }, reversal) : undefined;
    return ok(lost ? { ...decided.value, also: [lost], bonus: lost.bonus } : decided.value);
  },
  answer: ({ transactionId }, moved, { transaction }) => {
    if (!transaction) throw new Error(`deposit ${transactionId} was reversed in the ledger but has no transaction`);
    return { ...moved, transaction };
  },
};
