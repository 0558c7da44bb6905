import { forfeitByWithdrawal } from '@touchline/core/bonus';
import {
  confirmationNeeded,
  payableFrom,
  routeWithdrawal,
  requestWithdrawal as withdrawalEvent,
} from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import { destinationOf } from '../payments/withdrawn.ts';
import type { CommandKind, RequestWithdrawal } from './command.ts';

/** Holds the money of a withdrawal and creates its transaction, which waits for an admin. */
export const requestWithdrawal: CommandKind<RequestWithdrawal> = {
  key: ({ transactionId }) => `withdrawal:${transactionId}:requested`,
  // Sealing the same details gives a different text each time; their digest is the same.
  request: ({ transactionId, amount, method, asked }) => ({ transaction: transactionId, amount, method, asked }),
  transactions: ({ transactionId }) => [transactionId],
  readsBonus: () => true,
  mostEvents: () => 2,
  decide: (command, wallet, facts) => {
    const { transactionId: id, walletId, amount, method, payout, flags, metadata, policy } = command;
    const withdrawn = facts.withdrawn(walletId);
    const held = withdrawalEvent(wallet, { id, amount }, withdrawn, policy, facts.now);
    if (!held.ok) return held;
    const { forfeitBonus = false } = command;
    const lost = forfeitByWithdrawal({ bonus: facts.bonus(walletId), wallet, now: facts.now }, { forfeitBonus });
    if (!lost.ok) return lost;
    const destination = destinationOf(withdrawn, command.fingerprints);
    const unconfirmed = command.isConfirmed ? undefined : confirmationNeeded(amount, destination, policy);
    if (unconfirmed) return refused(unconfirmed);
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
        payoutPlan: {
          payableFrom: payableFrom(destination, policy, facts.now),
          firstApproval: null,
          route: routeWithdrawal(amount, withdrawn.sources, policy.refundPeriods, facts.now),
        },
        flags,
        decision: null,
        metadata,
        createdAt: facts.now,
        updatedAt: facts.now,
      },
      email: { kind: 'withdrawal-requested', transactionId: id },
    });
  },
  answer: ({ transactionId }, moved, { transaction, email }) => {
    if (!transaction) throw new Error(`withdrawal ${transactionId} is in the ledger but has no transaction`);
    return { ...moved, transaction, ...(email && { email }) };
  },
};
