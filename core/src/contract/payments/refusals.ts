import type { Excluded, LimitReached } from '../../account/index.ts';
import type { Instant } from '../../instant.ts';
import { type Cents, dollars, formatDollars } from '../../money/index.ts';
import {
  type ConfirmationRequired,
  type CreditByHandRefusal,
  type DepositsOpen,
  partOfCentText,
  type Transaction,
  type WithdrawalRefusal,
} from '../../payments/index.ts';
import { ownRuleView } from '../limits/refusals.ts';
import type { RefusalView } from '../refusal-view.ts';
import { minuteText, utcText } from '../utc-text.ts';
import type { AdminTransactionView, LedgerDoubtView } from './transactions.ts';

export type DepositRefusal =
  | Excluded
  | LimitReached
  | DepositsOpen
  | { readonly code: 'amount-invalid' | 'amount-part-of-cent' | 'key-reused' }
  | { readonly code: 'amount-below-minimum'; readonly minimum: Cents }
  | {
      readonly code: 'deposit-closed' | 'provider-refused' | 'provider-unavailable';
      readonly transaction: Transaction;
    };

/** A refusal of a deposit; the last sentence says what happened to the money. */
export function depositRefusalView(refusal: DepositRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'amount-invalid':
      return { code, error: 'Please enter a valid amount' };
    case 'amount-part-of-cent':
      return { code, error: partOfCentText };
    case 'amount-below-minimum':
      return {
        code,
        error: `Minimum deposit amount: ${formatDollars(refusal.minimum)}`,
        details: { minimum: dollars(refusal.minimum) },
      };
    case 'limit-reached':
    case 'excluded':
      return ownRuleView(refusal, 'Nothing was charged.');
    case 'deposits-open':
      return {
        code,
        error: `You have ${refusal.most} unpaid deposits. Pay one of them, or wait until one expires. Nothing was charged.`,
        details: { most: refusal.most },
      };
    case 'key-reused':
      return { code, error: 'This request key was used for another deposit. Nothing was charged.' };
    case 'deposit-closed':
    case 'provider-refused':
    case 'provider-unavailable':
      return { code, error: depositTexts[code], details: { transactionId: refusal.transaction.id } };
  }
}
const depositTexts = {
  'deposit-closed': 'This deposit has been closed. Please start a new one. Nothing was charged.',
  'provider-refused': 'This amount cannot be paid by this method. Nothing was charged.',
  'provider-unavailable': 'Payments are unavailable right now. Please try again in a few minutes. Nothing was charged.',
} as const;

/** Why a withdrawal was refused; where a field is named, the form shows the sentence at it. */
export type WithdrawRefusal =
  | WithdrawalRefusal
  /** `need`: how the bettor must confirm that it is them. */
  | (ConfirmationRequired & { readonly need: ConfirmationKind })
  | { readonly code: 'confirmation-wrong'; readonly need: ConfirmationKind }
  | { readonly code: 'too-many-attempts'; readonly retryAt: Instant }
  | { readonly code: 'amount-part-of-cent' | 'key-reused' | 'email-unverified' }
  | { readonly code: 'payout-details-invalid'; readonly field: string; readonly sentence: string }
  | { readonly code: 'bonus-would-be-lost'; readonly amount: Cents };

export type ConfirmationKind = 'password' | 'code';

export function withdrawRefusalView(refusal: WithdrawRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'amount-part-of-cent':
      return { code, error: partOfCentText };
    case 'amount-below-minimum':
      return {
        code,
        error: `Amount must be at least ${inDollars(refusal.minimum)}`,
        details: { minimum: dollars(refusal.minimum) },
      };
    case 'amount-above-maximum':
      return {
        code,
        error: `Amount cannot exceed ${inDollars(refusal.maximum)}`,
        details: { maximum: dollars(refusal.maximum) },
      };
    case 'balance-too-low':
      return {
        code,
        error: 'Amount exceeds available balance',
        details: { balance: dollars(refusal.balance), missing: dollars(refusal.missing) },
      };
    case 'payout-details-invalid':
      return { code, error: refusal.sentence, details: { fields: [{ path: refusal.field, error: refusal.sentence }] } };
    case 'bonus-would-be-lost':
      return {
        code,
        error: `A withdrawal now ends your bonus: ${formatDollars(refusal.amount)} of bonus money would be lost.`,
        details: { amount: dollars(refusal.amount) },
      };
    case 'email-unverified':
      return { code, error: 'Please confirm your email address before you withdraw.' };
    case 'key-reused':
      return { code, error: 'This request key was used for another withdrawal. Nothing was withdrawn.' };
    case 'withdrawal-total-reached': {
      const { period, limit, left, moreAt } = refusal;
      const total = `You can withdraw up to ${inDollars(limit)} ${period === 'day' ? 'in 24 hours' : 'in 7 days'}`;
      const now = left > 0 ? `${inDollars(left)} is left now` : 'nothing is left now';
      return {
        code,
        error: `${total}: ${now}, and more from ${minuteText(moreAt)}.`,
        details: { period, limit: dollars(limit), left: dollars(left), moreAt: utcText(moreAt) },
      };
    }
    case 'confirmation-required': {
      const { need, why } = refusal;
      const reason =
        why === 'new-destination' ? 'You have not withdrawn to this account before' : 'This amount is high';
      return { code, error: `${reason}. ${confirmSentence[need]}`, details: { need, why } };
    }
    case 'confirmation-wrong': {
      const { need } = refusal;
      const error = need === 'code' ? 'This code is not right. Please try again.' : 'This password is not right.';
      return {
        code,
        error,
        details: { need, fields: [{ path: need === 'code' ? 'totp' : 'password', error }] },
      };
    }
    case 'too-many-attempts':
      return {
        code,
        error: 'Too many wrong attempts. Please try again later.',
        details: { retryAt: utcText(refusal.retryAt) },
      };
  }
}
const confirmSentence = {
  password: 'Enter your password to confirm it is you.',
  code: 'Enter a code from your authentication app to confirm it is you.',
} satisfies Record<ConfirmationKind, string>;

/** Why an admin's decision about a withdrawal was refused, or its owner's cancellation. */
export type DecideRefusal =
  | { readonly code: 'transaction-unknown' }
  | { readonly code: 'own-withdrawal' }
  | { readonly code: 'second-admin-needed' }
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'destination-cooling-down'; readonly until: Instant }
  | { readonly code: 'ledger-in-doubt'; readonly doubt: LedgerDoubtView }
  | { readonly code: 'signing-stopped'; readonly since: Instant }
  | { readonly code: 'withdrawal-decided'; readonly transaction: AdminTransactionView };

/** For admins: a decision that came second names the first, and who made it. */
export function decideRefusalView(refusal: DecideRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'transaction-unknown':
      return { code, error: 'There is no such withdrawal.' };
    case 'own-withdrawal':
      return { code, error: 'You cannot decide your own withdrawal.' };
    case 'destination-cooling-down':
      return {
        code,
        error: `This account is new for the bettor. The withdrawal can be approved from ${minuteText(refusal.until)}.`,
        details: { until: utcText(refusal.until) },
      };
    case 'second-admin-needed':
      return { code, error: 'You approved this withdrawal. A second admin must approve it too.' };
    case 'player-in-debt':
      return {
        code,
        error: `The player owes ${formatDollars(refusal.debt)}, as after a chargeback: it cannot be paid now. Rejected, it goes towards what they owe.`,
        details: { debt: dollars(refusal.debt) },
      };
    case 'ledger-in-doubt': {
      const { at, findings } = refusal.doubt;
      const faults = findings === 1 ? 'a fault that is not explained' : `${findings} faults that are not explained`;
      return {
        code,
        error: `The verification of the ledger that ended at ${at.slice(0, 16).replace('T', ' ')} UTC found ${faults}. Nothing was paid. An auditor should check the ledger first. Approve again only if you have checked this withdrawal yourself.`,
        details: refusal.doubt,
      };
    }
    case 'signing-stopped':
      return {
        code,
        error: `Payouts are blocked: the ledger has differed from its signed log since ${minuteText(refusal.since)}. Nothing was paid.`,
        details: { since: utcText(refusal.since) },
      };
    case 'withdrawal-decided': {
      const { transaction } = refusal;
      const { status, decidedBy: by, decidedAt: at, reference, reason, canceledByBettor } = transaction;
      const decision = status === 'completed' ? 'approved' : canceledByBettor ? 'canceled' : 'rejected';
      return {
        code,
        error: `This withdrawal was already ${decision} by ${by ?? 'another admin'}.`,
        details: { decision, by, at, reference, reason, transaction },
      };
    }
  }
}

/** For its owner, who does not see the admin's name. */
export function cancelRefusalView(refusal: DecideRefusal | { readonly code: 'link-unknown' }): RefusalView {
  const { code } = refusal;
  if (code === 'link-unknown') return { code, error: 'This link is not valid.' };
  if (code !== 'withdrawal-decided') return decideRefusalView(refusal);
  const { status } = refusal.transaction;
  const ended = status === 'completed' ? 'paid' : 'canceled';
  return { code, error: `This withdrawal was already ${ended}.`, details: { status } };
}

/** Why an admin's decision about money that could not go back was refused. `unavailable`: the provider is. */
export type ReturnRefusalView =
  | Extract<
      DecideRefusal,
      { code: 'transaction-unknown' | 'own-withdrawal' | 'player-in-debt' | 'ledger-in-doubt' | 'signing-stopped' }
    >
  | { readonly code: 'amount-invalid' | 'destination-missing' | 'reference-missing' | 'second-admin-needed' }
  | { readonly code: 'unavailable' }
  | { readonly code: 'return-changed'; readonly owed: Cents; readonly transaction: AdminTransactionView };

export function returnRefusalView(refusal: ReturnRefusalView): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'amount-invalid':
      return { code, error: 'This is not an amount of dollars and cents.' };
    case 'destination-missing':
      return { code, error: 'The bettor named no account. Pay in another way and record its reference.' };
    case 'reference-missing':
      return { code, error: 'Enter the reference of the payment.' };
    case 'second-admin-needed':
      return { code, error: 'You approved this payment. A second admin must approve it too.' };
    case 'unavailable':
      return { code, error: 'The payment provider is unavailable. Nothing was changed. Try again in a few minutes.' };
    case 'player-in-debt':
      return {
        code,
        error: `The player owes ${formatDollars(refusal.debt)}, as after a chargeback. Nothing was paid. You can retry the return.`,
        details: { debt: dollars(refusal.debt) },
      };
    case 'return-changed': {
      const { owed, transaction } = refusal;
      const now = owed > 0 ? `${formatDollars(owed)} is owed now.` : 'Nothing is owed any more.';
      return {
        code,
        error: `This has already been resolved, or the provider has answered. ${now}`,
        details: { owed: dollars(owed), transaction },
      };
    }
    case 'transaction-unknown':
    case 'own-withdrawal':
    case 'ledger-in-doubt':
    case 'signing-stopped':
      return decideRefusalView(refusal);
  }
}

/** Why an admin's decision about a deposit was refused. `unavailable`: the payment provider is. */
export type ResolveDepositRefusal =
  | Exclude<CreditByHandRefusal, { readonly code: 'deposit-resolved' }>
  | { readonly code: 'unavailable' }
  | { readonly code: 'deposit-resolved'; readonly transaction: AdminTransactionView };

/** A decision that came second names the first, and who made it. */
export function resolveRefusalView(refusal: ResolveDepositRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'amount-above-paid':
      return {
        code,
        error: `At most ${formatDollars(refusal.most)} can be credited: that is what is left of the payment.`,
        details: { most: dollars(refusal.most) },
      };
    case 'deposit-resolved': {
      const { transaction } = refusal;
      const { status, decidedBy: by, decidedAt: at, reason } = transaction;
      const isCredited = status === 'completed';
      const outcome = isCredited ? 'credited' : 'refunded';
      return {
        code,
        error: by ? `This deposit was already ${outcome} by ${by}.` : `This deposit is already ${outcome}.`,
        details: { decision: isCredited ? 'credited' : 'returned', by, at, reason, transaction },
      };
    }
    default:
      return { code, error: resolveTexts[code] };
  }
}
const resolveTexts = {
  'transaction-unknown': 'There is no such deposit.',
  'own-deposit': 'You cannot decide your own deposit.',
  'deposit-not-waiting': 'This deposit needs no decision.',
  'amount-invalid': 'Please enter a valid amount',
  'payment-not-paid': 'The provider does not report this payment as paid. Nothing was credited.',
  'payment-currency': 'It was paid in a currency without a rate. It can only be refunded.',
  'second-admin-needed': 'This is above your own limit in 24 hours. Another admin must now decide the same.',
  'paid-while-excluded': 'It was paid while the bettor was excluded. It can only be refunded.',
  unavailable: 'The payment provider is unavailable. Nothing was credited. Try again in a few minutes.',
} as const satisfies Record<Exclude<ResolveDepositRefusal['code'], 'amount-above-paid' | 'deposit-resolved'>, string>;

const inDollars = (amount: Cents): string => formatDollars(amount).replace('.00', '');
