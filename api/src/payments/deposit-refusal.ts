import type { Excluded, LimitReached } from '@touchline/core/account';
import { ownRuleView, type RefusalView } from '@touchline/core/contract';
import { type Cents, dollars, formatDollars } from '@touchline/core/money';
import { type DepositsOpen, partOfCentText, type Transaction } from '@touchline/core/payments';

export type DepositRefusal =
  | Excluded
  | LimitReached
  | DepositsOpen
  | { readonly code: 'amount-invalid' | 'amount-part-of-cent' }
  | { readonly code: 'amount-below-minimum'; readonly minimum: Cents }
  | { readonly code: 'key-reused' }
  | { readonly code: 'deposit-closed'; readonly transaction: Transaction }
  | { readonly code: 'provider-refused'; readonly transaction: Transaction }
  | { readonly code: 'provider-unavailable'; readonly transaction: Transaction };

/** A refusal of a deposit in words; the last sentence says what happened to the money. */
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
        error: `${refusal.most} deposits wait to be paid already. Please finish one, or wait until one expires. Nothing was charged.`,
        details: { most: refusal.most },
      };
    case 'key-reused':
      return { code, error: 'This request key was used for another deposit. Nothing was charged.' };
    case 'deposit-closed':
      return about(refusal, 'This deposit has been closed. Please begin a new one. Nothing was charged.');
    case 'provider-refused':
      return about(refusal, 'This amount cannot be paid by this method. Nothing was charged.');
    case 'provider-unavailable':
      return about(
        refusal,
        'Payments cannot be made just now. Please try again in a few minutes. Nothing was charged.',
      );
  }
}

const about = (
  { code, transaction }: { readonly code: string; readonly transaction: Transaction },
  error: string,
): RefusalView => ({ code, error, details: { transactionId: transaction.id } });
