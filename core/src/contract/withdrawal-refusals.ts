import { type Cents, dollars, formatDollars } from '../money/index.ts';
import type { WithdrawalRefusal } from '../payments/index.ts';
import type { DeskTransactionView, LedgerDoubtView } from './payments.ts';
import type { RefusalView } from './refusals.ts';

/** Why a withdrawal was not taken; where a field is named, the form shows the sentence at it. */
export type WithdrawRefusal =
  | WithdrawalRefusal
  | { readonly code: 'amount-invalid' | 'key-reused' | 'email-unverified' }
  | { readonly code: 'payout-details-invalid'; readonly field: string; readonly sentence: string }
  | { readonly code: 'bonus-would-be-lost'; readonly amount: Cents };

/** Spec §5, and what it leaves open. */
export function withdrawRefusalView(refusal: WithdrawRefusal): RefusalView {
  const say = (error: string, details?: Record<string, unknown>): RefusalView => ({
    code: refusal.code,
    error,
    ...(details && { details }),
  });
  switch (refusal.code) {
    case 'amount-invalid':
      return say('Please enter a valid amount');
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
  }
}

/** Why an admin's decision was not taken. */
export type DecideRefusal =
  | { readonly code: 'transaction-unknown' | 'own-withdrawal' }
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'ledger-in-doubt'; readonly doubt: LedgerDoubtView }
  | { readonly code: 'withdrawal-decided'; readonly transaction: DeskTransactionView };

/** The refusal as the admin reads it; one who came second is told by whom it was decided, and how. */
export function decideRefusalView(refusal: DecideRefusal): RefusalView {
  switch (refusal.code) {
    case 'transaction-unknown':
      return { code: refusal.code, error: 'There is no such withdrawal.' };
    case 'own-withdrawal':
      return { code: refusal.code, error: 'Nobody decides a withdrawal of their own.' };
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
      const { status, decidedBy: by, decidedAt: at, reference, reason } = transaction;
      const decision = status === 'completed' ? 'approved' : 'rejected';
      return {
        code: refusal.code,
        error: `This withdrawal was already ${decision} by ${by ?? 'another admin'}.`,
        details: { decision, by, at, reference, reason, transaction },
      };
    }
  }
}

const inDollars = (amount: Cents): string => formatDollars(amount).replace('.00', '');
