import * as z from 'zod/mini';
import type { Bonus, BonusTerms } from '../../bonus/index.ts';
import { schemaText } from '../../language/index.ts';
import { dollars } from '../../money/index.ts';
import { depositMethods, returnResolutions, transactionStatuses, withdrawalMethods } from '../../payments/index.ts';
import { reasonText } from '../reason-text.ts';
import { utcText } from '../utc-text.ts';
import { walletView } from '../wallet.ts';
import { adminTransactionView, transactionView } from './transactions.ts';

/** How money can be paid in and out. `rate`: euro for one dollar, where euro are charged. */
export const paymentMethodsView = z.object({
  deposit: z.object({
    minimum: z.number(),
    methods: z.array(
      z.object({ id: z.enum(depositMethods), currency: z.enum(['USD', 'EUR']), rate: z.nullable(z.string()) }),
    ),
  }),
  withdrawal: z.object({ minimum: z.number(), maximum: z.number(), methods: z.array(z.enum(withdrawalMethods)) }),
});
export type PaymentMethodsView = z.infer<typeof paymentMethodsView>;

/** The browser continues to `checkoutUrl`. */
export const depositRequest = z.object({ amount: z.number(), paymentMethod: z.enum(depositMethods) });
export type DepositRequest = z.infer<typeof depositRequest>;
export const depositAnswer = z.object({
  transactionId: z.string(),
  checkoutUrl: z.string(),
  transaction: transactionView,
});
export type DepositAnswer = z.infer<typeof depositAnswer>;

/** Here it is `cancelled`, in lists `canceled`. */
export const verifyPaymentAnswer = z.object({
  status: z.enum(['initiated', 'pending', 'completed', 'failed', 'cancelled']),
  transaction: transactionView,
});
export type VerifyPaymentAnswer = z.infer<typeof verifyPaymentAnswer>;

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most));
/** A bank transfer needs bank details; the other methods name an account of their own. */
export const withdrawRequest = z.object({
  amount: z.number(),
  withdrawalMethod: z.enum(withdrawalMethods),
  bankName: z.optional(line(120)),
  accountHolder: z.optional(line(120)),
  iban: z.optional(line(60)),
  bic: z.optional(line(20)),
  description: z.optional(line(200)),
  paypalEmail: z.optional(line(200)),
  cryptoAddress: z.optional(line(120)),
  /** The bettor accepts that withdrawing ends an active bonus. */
  forfeitBonus: z.optional(z.boolean()),
  /** The answer to `confirmation-required`: the password, or a code of the second factor where the account has one. */
  password: z.optional(z.string().check(z.maxLength(1_000))),
  totp: z.optional(line(40)),
});
export type WithdrawRequest = z.infer<typeof withdrawRequest>;
export const withdrawAnswer = z.object({
  transactionId: z.string(),
  transaction: transactionView,
  wallet: walletView,
});
export type WithdrawAnswer = z.infer<typeof withdrawAnswer>;

/** What can go back to deposits, oldest first, and what may still be withdrawn now. Dollars. */
export const withdrawOptionsView = z.object({
  returns: z.array(z.object({ method: z.enum(depositMethods), amount: z.number() })),
  left: z.number(),
});
export type WithdrawOptionsView = z.infer<typeof withdrawOptionsView>;

const linkToken = z.string().check(z.maxLength(200));
export const withdrawalLinkRequest = z.object({ token: linkToken });
export const withdrawalLinkView = z.object({
  amount: z.number(),
  status: z.enum(transactionStatuses),
  paymentMethod: z.string(),
  /** Masked; null when no account was named. */
  payoutTo: z.nullable(z.string()),
  requestedAt: z.string(),
  /** The request ended a bonus, which stays lost even if the withdrawal is not paid. */
  endedBonus: z.optional(z.literal(true)),
});
export type WithdrawalLinkView = z.infer<typeof withdrawalLinkView>;
/** `signOut` ends every session of the account. */
export const cancelByLinkRequest = z.object({ token: linkToken, signOut: z.boolean() });

/**
 * No body is needed; a bank's reference may be given. `despite`: the verification whose findings the admin accepts. Without it nothing is
 * paid while cases of verifications are open (`ledger-in-doubt`).
 */
export const processRequest = z.nullish(z.object({ reference: z.optional(line(80)), despite: z.optional(z.uuid()) }));
/** No body is needed; the bettor sees the reason. */
export const cancelRequest = z.nullish(z.object({ reason: z.optional(line(300)) }));
export const decideAnswer = z.object({ transaction: adminTransactionView });
export type DecideAnswer = z.infer<typeof decideAnswer>;

/**
 * `credit`: the amount in dollars is credited, at most what was paid, at the rate stored with it. `returned`: the provider is asked to
 * refund what is left of it, and once more if that failed. `elsewhere`: the refund failed, and what was left was paid back in another way,
 * under the reference given.
 */
export const resolveRequest = z.discriminatedUnion('how', [
  z.object({ how: z.literal('credit'), amount: z.number(), reason: reasonText }),
  z.object({ how: z.literal('returned'), reason: reasonText }),
  z.object({
    how: z.literal('elsewhere'),
    reference: line(80).check(z.minLength(1, schemaText('Enter the reference of the payment.'))),
    reason: reasonText,
  }),
]);
export type ResolveRequest = z.infer<typeof resolveRequest>;

/**
 * `retry`: the refunds are requested again; `destination`: it is paid to the account that the bettor named; `elsewhere`: it was paid in
 * another way, under the reference given. `amount`: what the admin saw as owed, in dollars. `despite`: as for an approval.
 */
export const returnRequest = z.object({
  how: z.enum(returnResolutions),
  amount: z.number(),
  reference: z.optional(line(80)),
  despite: z.optional(z.uuid()),
});
export type ReturnRequest = z.infer<typeof returnRequest>;

export const payoutDetailsView = z.object({
  bankName: z.optional(z.string()),
  accountHolder: z.optional(z.string()),
  iban: z.optional(z.string()),
  bic: z.optional(z.string()),
  description: z.optional(z.string()),
  paypalEmail: z.optional(z.string()),
  cryptoAddress: z.optional(z.string()),
});
export type PayoutDetailsView = z.infer<typeof payoutDetailsView>;

/** The bettor's newest bonus, or `null`, and what a first deposit brings now. Dollars. */
export const bonusView = z.object({
  offer: z.object({
    percent: z.number(),
    maximum: z.number(),
    wagering: z.number(),
    minTotalOdds: z.number(),
    days: z.int(),
    maxStake: z.nullable(z.number()),
    opposing: z.enum(['net', 'count']),
  }),
  bonus: z.nullable(
    z.object({
      id: z.string(),
      status: z.enum(['active', 'converted', 'forfeited', 'expired']),
      granted: z.number(),
      wagered: z.number(),
      toWager: z.number(),
      /** Bonus money on open bets; what is in the wallet is the wallet's `bonus`. */
      onBets: z.optional(z.number()),
      grantedAt: z.string(),
      expiresAt: z.string(),
      endedAt: z.nullable(z.string()),
    }),
  ),
});
export type BonusView = z.infer<typeof bonusView>;

export const viewBonus = (offer: BonusTerms, bonus: Bonus | undefined): BonusView => ({
  offer: {
    percent: offer.percent,
    maximum: dollars(offer.maximum),
    wagering: offer.wagering,
    minTotalOdds: offer.minTotalOdds.toNumber(),
    days: offer.days,
    maxStake: offer.maxStake === null ? null : dollars(offer.maxStake),
    opposing: offer.opposing,
  },
  bonus: bonus
    ? {
        id: bonus.id,
        status: bonus.status,
        granted: dollars(bonus.granted),
        wagered: dollars(bonus.wagered),
        toWager: dollars(bonus.toWager),
        onBets: dollars(bonus.onBets),
        grantedAt: utcText(bonus.grantedAt),
        expiresAt: utcText(bonus.expiresAt),
        endedAt: bonus.endedAt === null ? null : utcText(bonus.endedAt),
      }
    : null,
});
