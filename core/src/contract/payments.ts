import { z } from 'zod';
import {
  depositAlarms,
  depositMethods,
  excludedFlag,
  refundAlarm,
  returnResolutions,
  returnStates,
  transactionStatuses,
  transactionTypes,
  withdrawalFlags,
  withdrawalMethods,
} from '../payments/index.ts';
import { reasonText } from './reason-text.ts';
import { walletView } from './wallet.ts';

const returnedPart = z.object({ method: z.enum(depositMethods), amount: z.number(), state: z.enum(returnStates) });
/** A transaction as its owner sees it. Dollars; `version` grows when it changes. */
export const transactionView = z.object({
  _id: z.string(),
  version: z.number().int(),
  userId: z.string(),
  type: z.enum(transactionTypes),
  amount: z.number(),
  status: z.enum(transactionStatuses),
  paymentMethod: z.string(),
  reference: z.string().optional(),
  /** Why it failed or was canceled, in words. */
  reason: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Key and value for people, such as what was charged in euro and at which rate. */
  metadata: z.record(z.string(), z.string()).optional(),
  checkoutUrl: z
    .string()
    .optional()
    .describe(
      'Where you go on paying a deposit that is not paid yet; only its owner is told, and only while it can be paid',
    ),
  checkoutExpiresAt: z.string().optional().describe('Until when it can be paid there, where the provider has said so'),
  /** Of a withdrawal: what goes back to the bettor's deposits, oldest first. The rest goes to the account they named. */
  returns: z.array(returnedPart).optional(),
});
export type TransactionView = z.infer<typeof transactionView>;

/** GET /payment/methods: how money comes in and goes out, for the forms. `rate`: euro for one dollar, where euro are charged. */
export const paymentMethodsView = z.object({
  deposit: z.object({
    minimum: z.number(),
    methods: z.array(
      z.object({
        id: z.enum(depositMethods),
        currency: z.enum(['USD', 'EUR']),
        rate: z.string().nullable(),
      }),
    ),
  }),
  withdrawal: z.object({ minimum: z.number(), maximum: z.number(), methods: z.array(z.enum(withdrawalMethods)) }),
});
export type PaymentMethodsView = z.infer<typeof paymentMethodsView>;

/** POST /payment/deposit → 201; the browser goes to `checkoutUrl`. */
export const depositRequest = z.object({ amount: z.number(), paymentMethod: z.enum(depositMethods) });
export type DepositRequest = z.infer<typeof depositRequest>;
export const depositAnswer = z.object({
  transactionId: z.string(),
  checkoutUrl: z.string(),
  transaction: transactionView,
});
export type DepositAnswer = z.infer<typeof depositAnswer>;

/** GET /payment/verify/{transactionId}. Spells `cancelled` where lists of transactions spell `canceled`. */
export const verifyPaymentAnswer = z.object({
  status: z.enum(['initiated', 'pending', 'completed', 'failed', 'cancelled']),
  transaction: transactionView,
});
export type VerifyPaymentAnswer = z.infer<typeof verifyPaymentAnswer>;

const line = (most: number) => z.string().trim().max(most);
/** POST /payment/withdraw → 201. Bank details are needed for a bank transfer; the others name an account of their own. */
export const withdrawRequest = z.object({
  amount: z.number(),
  withdrawalMethod: z.enum(withdrawalMethods),
  bankName: line(120).optional(),
  accountHolder: line(120).optional(),
  iban: line(60).optional(),
  bic: line(20).optional(),
  description: line(200).optional(),
  paypalEmail: line(200).optional(),
  cryptoAddress: line(120).optional(),
  /** The bettor has read that an active bonus is lost by withdrawing. */
  forfeitBonus: z.boolean().optional(),
  /** The answer to `confirmation-required`: the password, or a code of the second factor where the account has one. */
  password: z.string().max(1_000).optional(),
  totp: line(40).optional(),
});
export type WithdrawRequest = z.infer<typeof withdrawRequest>;
export const withdrawAnswer = z.object({
  transactionId: z.string(),
  transaction: transactionView,
  wallet: walletView,
});
export type WithdrawAnswer = z.infer<typeof withdrawAnswer>;

/** GET /payment/withdraw/options: what can go back to deposits, oldest first, and what may still be withdrawn now. Dollars. */
export const withdrawOptionsView = z.object({
  returns: z.array(z.object({ method: z.enum(depositMethods), amount: z.number() })),
  left: z.number(),
});
export type WithdrawOptionsView = z.infer<typeof withdrawOptionsView>;

/** POST /payment/withdraw/link: the withdrawal that an email's link shows. */
export const withdrawalLinkRequest = z.object({ token: z.string().max(200) });
export const withdrawalLinkView = z.object({
  amount: z.number(),
  status: z.enum(transactionStatuses),
  paymentMethod: z.string(),
  /** Masked; null when no account was named. */
  payoutTo: z.string().nullable(),
  requestedAt: z.string(),
});
export type WithdrawalLinkView = z.infer<typeof withdrawalLinkView>;
/** POST /payment/withdraw/link/cancel: `signOut` ends every session of the account. */
export const cancelByLinkRequest = z.object({ token: z.string().max(200), signOut: z.boolean() });

export { type WithdrawalFlag, withdrawalFlags } from '../payments/index.ts';

/** A transaction as admins see it, without the address of its payment page: only the bettor may pay it. */
export const adminTransactionView = transactionView.omit({ checkoutUrl: true, checkoutExpiresAt: true }).extend({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  flags: z.array(z.string()),
  /** Masked, such as "NL•• •••• •••• ••43 00"; "not given" for a withdrawal that names no account. */
  payoutTo: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** What an admin would decide about a deposit above what one decides alone; another admin who decides the same confirms it. */
  proposal: z
    .object({ how: z.enum(['credit', 'returned']), amount: z.number(), by: z.string(), at: z.string() })
    .optional(),
  /** From when a pending withdrawal can be approved; absent: at once. */
  payableFrom: z.string().optional(),
  /** The first of two approvals. */
  firstApproval: z.object({ by: z.string(), at: z.string() }).optional(),
  canceledByBettor: z.boolean().optional(),
  /** Of a withdrawal: what goes back to deposits, with why the provider did not return a part. */
  returns: z.array(returnedPart.extend({ reason: z.string().optional() })).optional(),
  /** What could not go back and is still to be paid. */
  owed: z.number().optional(),
  /** The first of two approvals of how that is paid. */
  returnProposal: z
    .object({
      how: z.enum(returnResolutions),
      amount: z.number(),
      reference: z.string().optional(),
      by: z.string(),
      at: z.string(),
    })
    .optional(),
});
export type AdminTransactionView = z.infer<typeof adminTransactionView>;

export const transactionSorts = ['createdAt', 'updatedAt', 'amount', 'status', 'type', 'method', 'user'] as const;
const listOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)));
/**
 * GET /payment/all (admin): an array of `adminTransactionView`, newest first; the header `x-total-count` says how many there are
 * with these filters. Lists are separated by commas; amounts are dollars, times ISO 8601; `page` counts from 1.
 */
export const transactionQuery = z.object({
  status: listOf(transactionStatuses).optional(),
  type: listOf(transactionTypes).optional(),
  method: line(200).optional(),
  /** What a person has to look at: any of these. */
  flag: listOf([...depositAlarms, refundAlarm, excludedFlag, ...withdrawalFlags]).optional(),
  /** Part of a name or e-mail address, a whole user id, or the beginning (six signs or more) of a transaction's id. */
  user: line(200).optional(),
  minAmount: z.coerce.number().optional(),
  maxAmount: z.coerce.number().optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  sort: z.enum(transactionSorts).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(25),
});

/** GET /payment/summary (admin). `from`: where the admin's day begins; midnight UTC when not given. */
export const paymentsSummaryQuery = z.object({ from: z.iso.datetime({ offset: true }).optional() });
const countAndAmount = z.object({ count: z.number().int(), amount: z.number() });
/** The verification that found faults in the ledger, when it ended (ISO), and how many kinds of them it found. */
const ledgerDoubtView = z.object({ verification: z.string(), at: z.string(), findings: z.number().int() });
export type LedgerDoubtView = z.infer<typeof ledgerDoubtView>;
/** What waits, and what has been completed since `from`. Dollars. `doubt`: absent while the newest verification found nothing. */
export const paymentsSummaryView = z.object({
  from: z.string(),
  pendingWithdrawals: countAndAmount,
  depositsToday: countAndAmount,
  withdrawalsToday: countAndAmount,
  /** Withdrawals of which something could not go back, and what is owed of them; absent while there is none. */
  failedReturns: countAndAmount.optional(),
  doubt: ledgerDoubtView.optional(),
});
export type PaymentsSummaryView = z.infer<typeof paymentsSummaryView>;

/**
 * POST /payment/withdraw/process/{id}: no body is needed; a bank's reference may be given. `despite`: the verification whose findings
 * the admin knows of, without which nothing is paid while the newest one has some (409 `ledger-in-doubt`).
 */
export const processRequest = z.object({ reference: line(80).optional(), despite: z.uuid().optional() }).nullish();
/** POST /payment/withdraw/cancel/{id}: no body is needed; a reason is shown to the bettor. */
export const cancelRequest = z.object({ reason: line(300).optional() }).nullish();
export const decideAnswer = z.object({ transaction: adminTransactionView });
export type DecideAnswer = z.infer<typeof decideAnswer>;

/**
 * POST /payment/resolve/{transactionId} (admin): what becomes of a deposit that waits for a person. `credit`: the amount in dollars
 * is credited, at most what was paid at the rate kept with it; `returned`: the provider is asked to give back what is left of it, and
 * once more when that failed.
 */
export const resolveRequest = z.discriminatedUnion('how', [
  z.object({ how: z.literal('credit'), amount: z.number(), reason: reasonText }),
  z.object({ how: z.literal('returned'), reason: reasonText }),
]);
export type ResolveRequest = z.infer<typeof resolveRequest>;

/**
 * POST /payment/withdraw/return/{id} (admin): what becomes of the part of a paid withdrawal that could not go back. `retry`: its refunds
 * are requested again; `destination`: it is paid to the account that the bettor named; `elsewhere`: it was paid in another way, under the
 * reference given. `amount`: what the admin saw as owed, in dollars. `despite`: as for an approval.
 */
export const returnRequest = z.object({
  how: z.enum(returnResolutions),
  amount: z.number(),
  reference: line(80).optional(),
  despite: z.uuid().optional(),
});
export type ReturnRequest = z.infer<typeof returnRequest>;

/** GET /payment/withdraw/{id}/details (admin, written to the audit log): where to pay. */
export const payoutDetailsView = z.object({
  bankName: z.string().optional(),
  accountHolder: z.string().optional(),
  iban: z.string().optional(),
  bic: z.string().optional(),
  description: z.string().optional(),
  paypalEmail: z.string().optional(),
  cryptoAddress: z.string().optional(),
});
export type PayoutDetailsView = z.infer<typeof payoutDetailsView>;
