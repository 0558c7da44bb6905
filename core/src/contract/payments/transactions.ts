import * as z from 'zod/mini';
import type { UserId } from '../../ids.ts';
import type { Instant } from '../../instant.ts';
import { dollars } from '../../money/index.ts';
import {
  depositAlarms,
  depositMethods,
  excludedFlag,
  openCheckout,
  owedOf,
  refundAlarm,
  returnResolutions,
  returnStates,
  type Transaction,
  transactionStatuses,
  transactionTypes,
  withdrawalFlags,
} from '../../payments/index.ts';
import { utcText } from '../utc-text.ts';

const returnedPart = z.object({ method: z.enum(depositMethods), amount: z.number(), state: z.enum(returnStates) });
/** A transaction as its owner sees it. Dollars; `version` grows when it changes. */
export const transactionView = z.object({
  _id: z.string(),
  version: z.int(),
  userId: z.string(),
  type: z.enum(transactionTypes),
  amount: z.number(),
  status: z.enum(transactionStatuses),
  paymentMethod: z.string(),
  reference: z.optional(z.string()),
  /** Why it failed or was canceled, as a sentence. */
  reason: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Keys and values to show, such as what was charged in euro and at which rate. */
  metadata: z.optional(z.record(z.string(), z.string())),
  checkoutUrl: z.optional(
    z
      .string()
      .check(z.describe('Where its owner can pay an unpaid deposit, while it can be paid; only the owner sees it')),
  ),
  checkoutExpiresAt: z.optional(
    z.string().check(z.describe('Until when it can be paid there, where the provider has said so')),
  ),
  /** Of a withdrawal: what goes back to the bettor's deposits, oldest first. The rest goes to the account they named. */
  returns: z.optional(z.array(returnedPart)),
  /** Of a pending withdrawal: its request ended a bonus, which stays lost even if it is canceled. Only its owner sees it. */
  endedBonus: z.optional(z.literal(true)),
});
export type TransactionView = z.infer<typeof transactionView>;

/** What concerns the owner alone: only they may pay a deposit or cancel a withdrawal in the wallet. */
const onlyForOwner = { checkoutUrl: true, checkoutExpiresAt: true, endedBonus: true } as const;
/** A transaction as admins see it. */
export const adminTransactionView = z.extend(z.omit(transactionView, onlyForOwner), {
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  flags: z.array(z.string()),
  /** Masked, such as "NL•• •••• •••• ••43 00"; "not given" for a withdrawal that names no account. */
  payoutTo: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** A decision about a deposit above the limit of one admin; another admin confirms it by deciding the same. */
  proposal: z.optional(
    z.object({ how: z.enum(['credit', 'returned']), amount: z.number(), by: z.string(), at: z.string() }),
  ),
  /** The same, of a failed refund of a deposit: that it was paid back in another way. */
  refundProposal: z.optional(z.object({ amount: z.number(), reference: z.string(), by: z.string(), at: z.string() })),
  /** From when a pending withdrawal can be approved; absent: at once. */
  payableFrom: z.optional(z.string()),
  /** The first of two approvals: the admin's name and id. */
  firstApproval: z.optional(z.object({ by: z.string(), byId: z.optional(z.string()), at: z.string() })),
  canceledByBettor: z.optional(z.boolean()),
  /** Of a withdrawal: what goes back to deposits, with why the provider did not return a part. */
  returns: z.optional(z.array(z.extend(returnedPart, { reason: z.optional(z.string()) }))),
  /** What could not be returned and is still to be paid. */
  owed: z.optional(z.number()),
  /** The first of two approvals of how that is paid. */
  returnProposal: z.optional(
    z.object({
      how: z.enum(returnResolutions),
      amount: z.number(),
      reference: z.optional(z.string()),
      by: z.string(),
      at: z.string(),
    }),
  ),
});
export type AdminTransactionView = z.infer<typeof adminTransactionView>;

export const transactionSorts = ['createdAt', 'updatedAt', 'amount', 'status', 'type', 'method', 'user'] as const;
const listOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    ),
    z.array(z.enum(values)),
  );
const line = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const moment = z.iso.datetime({ offset: true });
/** Lists are separated by commas; amounts are dollars; `page` counts from 1. */
export const transactionQuery = z.object({
  status: z.optional(listOf(transactionStatuses)),
  type: z.optional(listOf(transactionTypes)),
  method: z.optional(line(200)),
  /** Any of these. */
  flag: z.optional(listOf([...depositAlarms, refundAlarm, excludedFlag, ...withdrawalFlags])),
  /** Part of a name or email address, a whole user id, or the beginning (six characters or more) of a transaction's id. */
  user: z.optional(line(200)),
  minAmount: z.optional(z.coerce.number()),
  maxAmount: z.optional(z.coerce.number()),
  from: z.optional(moment),
  to: z.optional(moment),
  sort: z._default(z.enum(transactionSorts), 'createdAt'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 25),
});

/** `from`: where the admin's day begins; midnight UTC when absent. */
export const paymentsSummaryQuery = z.object({ from: z.optional(moment) });
const countAndAmount = z.object({ count: z.int(), amount: z.number() });
/** The newest completed verification, when it ended (ISO), and how many cases of verifications are open. */
const ledgerDoubtView = z.object({ verification: z.string(), at: z.string(), findings: z.int() });
export type LedgerDoubtView = z.infer<typeof ledgerDoubtView>;
/** What is pending, and what has been completed since `from`. Dollars. `doubt`: absent while no case of a verification is open. */
export const paymentsSummaryView = z.object({
  from: z.string(),
  pendingWithdrawals: countAndAmount,
  depositsToday: countAndAmount,
  withdrawalsToday: countAndAmount,
  /** Withdrawals of which something could not be returned, and what is owed of them; absent while there is none. */
  failedReturns: z.optional(countAndAmount),
  doubt: z.optional(ledgerDoubtView),
});
export type PaymentsSummaryView = z.infer<typeof paymentsSummaryView>;

/** A transaction without its bank details and without the address of its payment page. */
export function viewTransaction(transaction: Transaction, userId: string): TransactionView {
  const { route = [] } = transaction.payoutPlan ?? {};
  const { id, version, type, amount, status, method, reference, reason, metadata, createdAt, updatedAt } = transaction;
  return {
    _id: id,
    version,
    userId,
    type,
    amount: dollars(amount),
    status,
    paymentMethod: method,
    ...(reference !== null && { reference }),
    ...(reason !== null && { reason }),
    createdAt: utcText(createdAt),
    updatedAt: utcText(updatedAt),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(route.length > 0 && {
      returns: route.map((part) => ({ method: part.method, amount: dollars(part.amount), state: part.state })),
    }),
  };
}

/** The same for its owner, with the address of its payment page while it can be paid. */
export function viewOwnTransaction(transaction: Transaction, userId: string, now: Instant): TransactionView {
  const checkout = openCheckout(transaction, now);
  return {
    ...viewTransaction(transaction, userId),
    ...(checkout && { checkoutUrl: checkout.url }),
    ...(checkout?.expiresAt && { checkoutExpiresAt: utcText(checkout.expiresAt) }),
  };
}

/** The same for admins. `names`: of the admins who approved or decided it. */
export function adminView(
  transaction: Transaction,
  user: AdminTransactionView['user'],
  names: ReadonlyMap<UserId, string>,
): AdminTransactionView {
  const { type, status, flags, payout, payoutPlan, decision } = transaction;
  const { payableFrom = null, firstApproval = null, route = [] } = payoutPlan ?? {};
  const owed = owedOf(transaction);
  return {
    ...viewTransaction(transaction, user.id),
    user,
    flags: [...flags],
    payoutTo: payout?.mask ?? (type === 'withdrawal' ? 'not given' : null),
    decidedBy: decision && (names.get(decision.by) ?? decision.by),
    decidedAt: decision && utcText(decision.at),
    ...(payableFrom !== null && status === 'pending' && { payableFrom: utcText(payableFrom) }),
    ...(firstApproval && {
      firstApproval: {
        by: names.get(firstApproval.by) ?? firstApproval.by,
        byId: firstApproval.by,
        at: utcText(firstApproval.at),
      },
    }),
    ...(type === 'withdrawal' && decision?.by === user.id && { canceledByBettor: true }),
    ...(route.length > 0 && {
      returns: route.map(({ method, amount, state, reason }) => ({
        method,
        amount: dollars(amount),
        state,
        ...(reason !== undefined && { reason }),
      })),
    }),
    ...(owed > 0 && { owed: dollars(owed) }),
  };
}
