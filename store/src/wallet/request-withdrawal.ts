import { forfeitByWithdrawal } from '@touchline/core/bonus';
import { requestWithdrawal as withdrawalEvent } from '@touchline/core/payments';
import { ok } from '@touchline/core/result';
import type { CommandKind, RequestWithdrawal } from './command.ts';

/** Holds the money of a withdrawal and opens its transaction, which waits for an admin. */
export const requestWithdrawal: CommandKind<RequestWithdrawal> = {
  key: ({ transactionId }) => `withdrawal:${transactionId}:requested`,
  // The seal of the same details differs each time; their digest does not.
  request: ({ transactionId, amount, method, asked }) => ({ transaction: transactionId, amount, method, asked }),
  matches: () => [],
  bets: () => [],
  transactions: ({ transactionId }) => [transactionId],
  readsBonus: () => true,
  mostEvents: () => 2,
  decide: (command, wallet, facts) => {
    const { transactionId: id, walletId, amount, method, payout, flags, metadata } = command;
    const held = withdrawalEvent(wallet, { id, amount });
    if (!held.ok) return held;
    const { forfeitBonus = false } = command;
    const lost = forfeitByWithdrawal({ bonus: facts.bonus(walletId), wallet, now: facts.now }, { forfeitBonus });
    if (!lost.ok) return lost;
    return ok({
      event: held.value,
      ...(lost.value && { also: [lost.value], bonus: lost.value.bonus }),
      transaction: {
        id,
        walletId,
        version: 1,
        type: 'withdrawal',
        amount,
        status: 'pending',
        method,
        reference: null,
        reason: null,
        provider: null,
        providerPaymentId: null,
        charge: null,
        checkout: null,
        payout,
        flags,
        decision: null,
        metadata,
        createdAt: facts.now,
        updatedAt: facts.now,
      },
    });
  },
  answer: ({ transactionId }, moved, { transaction }) => {
    if (!transaction) throw new Error(`withdrawal ${transactionId} is in the ledger but has no transaction`);
    return { ...moved, transaction };
  },
};
