import type { Instant } from '../instant.ts';
import { type Cents, dollars, formatDollars } from '../money/index.ts';
import { type ConfirmationRequired, partOfCentText, type WithdrawalRefusal } from '../payments/index.ts';
import type { AdminTransactionView, LedgerDoubtView } from './payments.ts';
import type { RefusalView } from './refusal-view.ts';
import { minuteText, utcText } from './utc-text.ts';

/** Why a withdrawal was not taken; where a field is named, the form shows the sentence at it. */
export type WithdrawRefusal =
  | WithdrawalRefusal
  /** `need`: what proves once more who the bettor is. */
  | (ConfirmationRequired & { readonly need: ConfirmationKind })
  | { readonly code: 'confirmation-wrong'; readonly need: ConfirmationKind }
  | { readonly code: 'too-many-attempts'; readonly retryAt: Instant }
  | { readonly code: 'amount-part-of-cent' | 'key-reused' | 'email-unverified' }
  | { readonly code: 'payout-details-invalid'; readonly field: string; readonly sentence: string }
  | { readonly code: 'bonus-would-be-lost'; readonly amount: Cents };

export type ConfirmationKind = 'password' | 'code';

/** Renders why a withdrawal was refused. */
export function withdrawRefusalView(refusal: WithdrawRefusal): RefusalView {
  const say = (error: string, details?: Record<string, unknown>): RefusalView => ({
    code: refusal.code,
    error,
    ...(details && { details }),
  });
  switch (refusal.code) {
    case 'amount-part-of-cent':
      return say(partOfCentText);
    case 'amount-below-minimum':
      return say(`Amount must be at least ${inDollars(refusal.minimum)}`, { minimum: dollars(refusal.minimum) });
    case 'amount-above-maximum':
      return say(`Amount cannot exceed ${inDollars(refusal.maximum)}`, { maximum: dollars(refusal.maximum) });
    case 'balance-too-low':
      return say('Amount exceeds available balance', {
        balance: dollars(refusal.balance),
        missing: dollars(refusal.missing),
      });
    case 'payout-details-invalid':
      return say(refusal.sentence, { fields: [{ path: refusal.field, error: refusal.sentence }] });
    case 'bonus-would-be-lost':
      return say(`A withdrawal now ends your bonus: ${formatDollars(refusal.amount)} of bonus money would be lost.`, {
        amount: dollars(refusal.amount),
      });
    case 'email-unverified':
      return say('Please confirm your email address before you withdraw.');
    case 'key-reused':
      return say('This request key was used for another withdrawal. Nothing was withdrawn.');
    case 'withdrawal-total-reached': {
      const { period, limit, left, moreAt } = refusal;
      const total = `You can withdraw up to ${inDollars(limit)} ${period === 'day' ? 'in 24 hours' : 'in 7 days'}`;
      const now = left > 0 ? `${inDollars(left)} is left now` : 'nothing is left now';
      return say(`${total}: ${now}, and more from ${minuteText(moreAt)}.`, {
        period,
        limit: dollars(limit),
        left: dollars(left),
        moreAt: utcText(moreAt),
      });
    }
    case 'confirmation-required': {
      const { need, why } = refusal;
      const reason =
        why === 'new-destination' ? 'You have not withdrawn to this account before' : 'This amount is high';
      return say(`${reason}. ${confirmSentence[need]}`, { need, why });
    }
    case 'confirmation-wrong': {
      const { need } = refusal;
      const sentence = need === 'code' ? 'This code is not right. Please try again.' : 'This password is not right.';
      return say(sentence, { need, fields: [{ path: need === 'code' ? 'totp' : 'password', error: sentence }] });
    }
    case 'too-many-attempts':
      return say('Too many wrong attempts. Please try again later.', {
        retryAt: utcText(refusal.retryAt),
      });
  }
}
const confirmSentence = {
  password: 'Enter your password to confirm it is you.',
  code: 'Enter a code from your authentication app to confirm it is you.',
} satisfies Record<ConfirmationKind, string>;

/** Why an admin's decision was not taken. */
export type DecideRefusal =
  | { readonly code: 'transaction-unknown' | 'own-withdrawal' }
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'destination-cooling-down'; readonly until: Instant }
  | { readonly code: 'second-admin-needed' }
  | { readonly code: 'ledger-in-doubt'; readonly doubt: LedgerDoubtView }
  | { readonly code: 'withdrawal-decided'; readonly transaction: AdminTransactionView };

/** The refusal as the admin reads it; one who came second is told by whom it was decided, and how. */
export function decideRefusalView(refusal: DecideRefusal): RefusalView {
  switch (refusal.code) {
    case 'transaction-unknown':
      return { code: refusal.code, error: 'There is no such withdrawal.' };
    case 'own-withdrawal':
      return { code: refusal.code, error: 'Nobody decides a withdrawal of their own.' };
    case 'destination-cooling-down':
      return {
        code: refusal.code,
        error: `This account is new for the bettor. The withdrawal can be approved from ${minuteText(refusal.until)}.`,
        details: { until: utcText(refusal.until) },
      };
    case 'second-admin-needed':
      return { code: refusal.code, error: 'You approved this withdrawal. A second admin must approve it too.' };
    case 'player-in-debt':
      return {
        code: refusal.code,
        error: `The player owes ${formatDollars(refusal.debt)}, as after a chargeback: it cannot be paid now. Rejected, it goes towards what they owe.`,
        details: { debt: dollars(refusal.debt) },
      };
    case 'ledger-in-doubt': {
      const { at, findings } = refusal.doubt;
      const faults = findings === 1 ? 'a fault' : `faults of ${findings} kinds`;
      return {
        code: refusal.code,
        error: `The verification of the ledger that ended at ${at.slice(0, 16).replace('T', ' ')} UTC found ${faults}. Nothing was paid. Have an auditor look first; approve again only if you have checked this withdrawal yourself.`,
        details: refusal.doubt,
      };
    }
    case 'withdrawal-decided': {
      const { transaction } = refusal;
      const { status, decidedBy: by, decidedAt: at, reference, reason, canceledByBettor } = transaction;
      const decision = status === 'completed' ? 'approved' : canceledByBettor ? 'canceled' : 'rejected';
      return {
        code: refusal.code,
        error: `This withdrawal was already ${decision} by ${by ?? 'another admin'}.`,
        details: { decision, by, at, reference, reason, transaction },
      };
    }
  }
}

/** Why an admin's decision about money that could not go back was not taken. */
export type ReturnRefusalView =
  | Extract<DecideRefusal, { code: 'transaction-unknown' | 'own-withdrawal' | 'player-in-debt' | 'ledger-in-doubt' }>
  | { readonly code: 'amount-invalid' | 'destination-missing' | 'reference-missing' | 'second-admin-needed' }
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
        error: `This changed meanwhile: it was resolved, or the provider answered. ${now}`,
        details: { owed: dollars(owed), transaction },
      };
    }
    case 'transaction-unknown':
    case 'own-withdrawal':
    case 'ledger-in-doubt':
      return decideRefusalView(refusal);
  }
}

const inDollars = (amount: Cents): string => formatDollars(amount).replace('.00', '');
