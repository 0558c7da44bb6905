import type { Excluded, LimitReached } from '../../account/index.ts';
import type { Instant } from '../../instant.ts';
import { type Message, msg, t } from '../../language/index.ts';
import { type Cents, dollars, formatDollars } from '../../money/index.ts';
import {
  type ConfirmationRequired,
  type CreditByHandRefusal,
  type DepositsOpen,
  partOfCentText,
  type TooManyDeposits,
  type Transaction,
  type WithdrawalRefusal,
} from '../../payments/index.ts';
import { ownRuleView } from '../limits/refusals.ts';
import type { RefusalView } from '../refusal-view.ts';
import { fromMinuteText, minuteText, utcText } from '../utc-text.ts';
import type { AdminTransactionView, LedgerDoubtView } from './transactions.ts';

export type DepositRefusal =
  | Excluded
  | LimitReached
  | DepositsOpen
  | TooManyDeposits
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
      return { code, error: t('Please enter a valid amount') };
    case 'amount-part-of-cent':
      return { code, error: t(partOfCentText) };
    case 'amount-below-minimum':
      return {
        code,
        error: t('Minimum deposit amount: {minimum}', { minimum: formatDollars(refusal.minimum) }),
        details: { minimum: dollars(refusal.minimum) },
      };
    case 'limit-reached':
    case 'excluded':
      return ownRuleView(refusal, t('Nothing was charged.'));
    case 'deposits-open':
      return {
        code,
        error: t('You have {most} unpaid deposits. Pay one of them, or wait until one expires. Nothing was charged.', {
          most: refusal.most,
        }),
        details: { most: refusal.most },
      };
    case 'too-many-deposits': {
      const { most, again } = refusal;
      return {
        code,
        error: t(
          'You started {most} deposits in 10 minutes without paying. You can start another one from {time}. Nothing was charged.',
          { most, time: fromMinuteText(again) },
        ),
        details: { most, again: utcText(again) },
      };
    }
    case 'key-reused':
      return { code, error: t('This request key was used for another deposit. Nothing was charged.') };
    case 'deposit-closed':
    case 'provider-refused':
    case 'provider-unavailable':
      return { code, error: t(depositTexts[code]), details: { transactionId: refusal.transaction.id } };
  }
}
const depositTexts = {
  'deposit-closed': msg('This deposit has been closed. Please start a new one. Nothing was charged.'),
  'provider-refused': msg('This amount cannot be paid by this method. Nothing was charged.'),
  'provider-unavailable': msg(
    'Payments are unavailable right now. Please try again in a few minutes. Nothing was charged.',
  ),
} as const;

/** Why a withdrawal was refused; where a field is named, the form shows the sentence at it. */
export type WithdrawRefusal =
  | WithdrawalRefusal
  /** `need`: how the bettor must confirm that it is them. */
  | (ConfirmationRequired & { readonly need: ConfirmationKind })
  | { readonly code: 'confirmation-wrong'; readonly need: ConfirmationKind }
  | { readonly code: 'too-many-attempts'; readonly retryAt: Instant }
  | { readonly code: 'amount-part-of-cent' | 'key-reused' | 'email-unverified' }
  | { readonly code: 'payout-details-invalid'; readonly field: string; readonly sentence: Message }
  | { readonly code: 'bonus-would-be-lost'; readonly amount: Cents };

export type ConfirmationKind = 'password' | 'code';

export function withdrawRefusalView(refusal: WithdrawRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'amount-part-of-cent':
      return { code, error: t(partOfCentText) };
    case 'amount-below-minimum':
      return {
        code,
        error: t('Amount must be at least {minimum}', { minimum: inDollars(refusal.minimum) }),
        details: { minimum: dollars(refusal.minimum) },
      };
    case 'amount-above-maximum':
      return {
        code,
        error: t('Amount cannot exceed {maximum}', { maximum: inDollars(refusal.maximum) }),
        details: { maximum: dollars(refusal.maximum) },
      };
    case 'balance-too-low':
      return {
        code,
        error: t('Amount exceeds available balance'),
        details: { balance: dollars(refusal.balance), missing: dollars(refusal.missing) },
      };
    case 'payout-details-invalid':
      return {
        code,
        error: t(refusal.sentence),
        details: { fields: [{ path: refusal.field, error: t(refusal.sentence) }] },
      };
    case 'bonus-would-be-lost':
      return {
        code,
        error: t('A withdrawal now ends your bonus: {amount} of bonus money would be lost.', {
          amount: formatDollars(refusal.amount),
        }),
        details: { amount: dollars(refusal.amount) },
      };
    case 'email-unverified':
      return { code, error: t('Please confirm your email address before you withdraw.') };
    case 'key-reused':
      return { code, error: t('This request key was used for another withdrawal. Nothing was withdrawn.') };
    case 'too-many-withdrawals': {
      const { most, again } = refusal;
      return {
        code,
        error: t('You can request up to {most} withdrawals in 24 hours. You can request another one from {time}.', {
          most,
          time: fromMinuteText(again),
        }),
        details: { most, again: utcText(again) },
      };
    }
    case 'withdrawal-total-reached': {
      const { period, limit, left, amount, again } = refusal;
      const sentences = [
        t(left > 0 ? totalTexts[period] : nothingLeftTexts[period], { limit: inDollars(limit), left: inDollars(left) }),
        ...(again === undefined
          ? []
          : [t('You can withdraw {amount} from {time}.', { amount: inDollars(amount), time: fromMinuteText(again) })]),
      ];
      return {
        code,
        error: sentences.join(' '),
        details: {
          period,
          limit: dollars(limit),
          left: dollars(left),
          ...(again !== undefined && { moreAt: utcText(again) }),
        },
      };
    }
    case 'confirmation-required': {
      const { need, why } = refusal;
      const reason = t(
        why === 'new-destination' ? 'You have not withdrawn to this account before.' : 'This amount is high.',
      );
      return { code, error: `${reason} ${t(confirmSentence[need])}`, details: { need, why } };
    }
    case 'confirmation-wrong': {
      const { need } = refusal;
      const error = t(need === 'code' ? 'This code is wrong. Please try again.' : 'This password is wrong.');
      return {
        code,
        error,
        details: { need, fields: [{ path: need === 'code' ? 'totp' : 'password', error }] },
      };
    }
    case 'too-many-attempts':
      return {
        code,
        error: t('Too many wrong attempts. Please try again later.'),
        details: { retryAt: utcText(refusal.retryAt) },
      };
  }
}
const totalTexts = {
  day: msg('You can withdraw up to {limit} in 24 hours: {left} is left now.'),
  week: msg('You can withdraw up to {limit} in 7 days: {left} is left now.'),
};
const nothingLeftTexts = {
  day: msg('You can withdraw up to {limit} in 24 hours: nothing is left now.'),
  week: msg('You can withdraw up to {limit} in 7 days: nothing is left now.'),
};
const confirmSentence = {
  password: msg('Enter your password to confirm it is you.'),
  code: msg('Enter a code from your authentication app to confirm it is you.'),
} satisfies Record<ConfirmationKind, Message>;

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
      return { code, error: t('Withdrawal not found.') };
    case 'own-withdrawal':
      return { code, error: t('You cannot decide your own withdrawal.') };
    case 'destination-cooling-down':
      return {
        code,
        error: t('This account is new for the bettor. The withdrawal can be approved from {time}.', {
          time: fromMinuteText(refusal.until),
        }),
        details: { until: utcText(refusal.until) },
      };
    case 'second-admin-needed':
      return { code, error: t('You approved this withdrawal. A second admin must approve it too.') };
    case 'player-in-debt':
      return {
        code,
        error: t(
          'The player owes {debt}, for example after a chargeback, so this cannot be paid now. Reject it to put the money towards the debt.',
          {
            debt: formatDollars(refusal.debt),
          },
        ),
        details: { debt: dollars(refusal.debt) },
      };
    case 'ledger-in-doubt': {
      const { at, findings } = refusal.doubt;
      return {
        code,
        // Not translated: the time is the same in all languages.
        error: t(ledgerInDoubt, { time: `${at.slice(0, 16).replace('T', ' ')} UTC`, findings }),
        details: refusal.doubt,
      };
    }
    case 'signing-stopped':
      return {
        code,
        error: t('Payouts are blocked: the ledger has differed from its signed log since {time}. Nothing was paid.', {
          time: minuteText(refusal.since),
        }),
        details: { since: utcText(refusal.since) },
      };
    case 'withdrawal-decided': {
      const { transaction } = refusal;
      const { status, decidedBy: by, decidedAt: at, reference, reason, canceledByBettor } = transaction;
      const decision = status === 'completed' ? 'approved' : canceledByBettor ? 'canceled' : 'rejected';
      return {
        code,
        error: t(decidedTexts[decision], { by: by ?? t('another admin') }),
        details: { decision, by, at, reference, reason, transaction },
      };
    }
  }
}

const ledgerInDoubt = msg(
  'The verification of the ledger that ended at {time} found {findings, plural, one {a fault that is not explained} other {# faults that are not explained}}. Nothing was paid. An auditor should check the ledger first. Approve again only if you have checked this withdrawal yourself.',
);
const decidedTexts = {
  approved: msg('This withdrawal was already approved by {by}.'),
  canceled: msg('This withdrawal was already canceled by {by}.'),
  rejected: msg('This withdrawal was already rejected by {by}.'),
};

/** For its owner, who does not see the admin's name. */
export function cancelRefusalView(refusal: DecideRefusal | { readonly code: 'link-unknown' }): RefusalView {
  const { code } = refusal;
  if (code === 'link-unknown') return { code, error: t('This link is not valid.') };
  if (code !== 'withdrawal-decided') return decideRefusalView(refusal);
  const { status } = refusal.transaction;
  const error = t(
    status === 'completed' ? 'This withdrawal was already paid.' : 'This withdrawal was already canceled.',
  );
  return { code, error, details: { status } };
}

/** Why an admin's decision about money that could not be returned was refused. `unavailable`: the provider is. */
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
      return { code, error: t('This is not an amount of dollars and cents.') };
    case 'destination-missing':
      return { code, error: t('The bettor named no account. Pay in another way and record its reference.') };
    case 'reference-missing':
      return { code, error: t('Enter the reference of the payment.') };
    case 'second-admin-needed':
      return { code, error: t('You approved this payment. A second admin must approve it too.') };
    case 'unavailable':
      return {
        code,
        error: t('The payment provider is unavailable. Your decision was not recorded. Try again in a few minutes.'),
      };
    case 'player-in-debt':
      return {
        code,
        error: t('The player owes {debt}, as after a chargeback. Nothing was paid. You can retry the return.', {
          debt: formatDollars(refusal.debt),
        }),
        details: { debt: dollars(refusal.debt) },
      };
    case 'return-changed': {
      const { owed, transaction } = refusal;
      const now = owed > 0 ? t('{owed} is owed now.', { owed: formatDollars(owed) }) : t('Nothing is owed any more.');
      return {
        code,
        error: `${t('This has already been resolved, or the provider has answered.')} ${now}`,
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
  | Exclude<CreditByHandRefusal, { readonly transaction: Transaction }>
  | { readonly code: 'unavailable' }
  | { readonly code: 'deposit-resolved' | 'refund-under-way'; readonly transaction: AdminTransactionView };

/** A decision that came second names the first, and who made it. */
export function resolveRefusalView(refusal: ResolveDepositRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'amount-above-paid':
      return {
        code,
        error: t('At most {most} can be credited: that is what is left of the payment.', {
          most: formatDollars(refusal.most),
        }),
        details: { most: dollars(refusal.most) },
      };
    case 'deposit-resolved': {
      const { transaction } = refusal;
      const { status, decidedBy: by, decidedAt: at, reason } = transaction;
      const outcome = status === 'completed' ? 'credited' : 'returned';
      return {
        code,
        error: t(by ? resolvedByTexts[outcome] : resolvedTexts[outcome], { by: by ?? '' }),
        details: { decision: outcome, by, at, reason, transaction },
      };
    }
    case 'refund-under-way':
      return {
        code,
        error: t('A refund of this deposit is already under way. If it fails, you can decide again.'),
        details: { transaction: refusal.transaction },
      };
    default:
      return { code, error: t(resolveTexts[code]) };
  }
}
const resolvedByTexts = {
  credited: msg('This deposit was already credited by {by}.'),
  returned: msg('{by} has already decided to refund this deposit.'),
};
const resolvedTexts = {
  credited: msg('This deposit is already credited.'),
  returned: msg('This deposit is already refunded.'),
};
const resolveTexts = {
  'transaction-unknown': msg('Deposit not found.'),
  'own-deposit': msg('You cannot decide your own deposit.'),
  'deposit-not-waiting': msg('This deposit needs no decision.'),
  'amount-invalid': msg('Please enter a valid amount'),
  'payment-not-paid': msg('The provider does not report this payment as paid. Nothing was credited.'),
  'payment-currency': msg('It was paid in a currency without a rate. It can only be refunded.'),
  'second-admin-needed': msg('This is above your own limit in 24 hours. Another admin must now decide the same.'),
  'paid-while-excluded': msg('It was paid while the bettor was excluded. It can only be refunded.'),
  'account-closed': msg('The account is closed. It can only be refunded.'),
  unavailable: msg('The payment provider is unavailable. Your decision was not recorded. Try again in a few minutes.'),
} as const satisfies Record<
  Exclude<ResolveDepositRefusal['code'], 'amount-above-paid' | 'deposit-resolved' | 'refund-under-way'>,
  Message
>;

const inDollars = (amount: Cents): string => formatDollars(amount).replace(/[.,]00(?=\D*$)/, '');
