import { dollars, formatDollars } from '../money/index.ts';
import type { CreditByHandRefusal } from '../payments/index.ts';
import type { AdminTransactionView } from './payments.ts';
import type { RefusalView } from './refusal-view.ts';

/** Why what an admin said about a deposit was not done. */
export type ResolveDepositRefusal =
  | Exclude<CreditByHandRefusal, { readonly code: 'deposit-resolved' }>
  | { readonly code: 'deposit-resolved'; readonly transaction: AdminTransactionView };

/** The refusal as the admin reads it; one who came second is told by whom it was decided, and how. */
export function resolveRefusalView(refusal: ResolveDepositRefusal): RefusalView {
  const { code } = refusal;
  switch (refusal.code) {
    case 'transaction-unknown':
      return { code, error: 'There is no such deposit.' };
    case 'own-deposit':
      return { code, error: 'Nobody decides a deposit of their own.' };
    case 'deposit-not-waiting':
      return { code, error: 'This deposit does not wait for a decision.' };
    case 'amount-invalid':
      return { code, error: 'Please enter a valid amount' };
    case 'payment-not-paid':
      return { code, error: 'The provider does not say that this payment is paid. Nothing was credited.' };
    case 'payment-currency':
      return { code, error: 'It was paid in a currency that has no rate. It can only be given back.' };
    case 'second-admin-needed':
      return {
        code,
        error: 'This is above what you can decide alone in 24 hours. Another admin must now decide the same.',
      };
    case 'paid-while-excluded':
      return { code, error: 'It was paid while the bettor was excluded. It can only be given back.' };
    case 'amount-above-paid': {
      const most = formatDollars(refusal.most);
      const error = `At most ${most} can be credited: that is what is there of the payment.`;
      return { code, error, details: { most: dollars(refusal.most) } };
    }
    case 'deposit-resolved': {
      const { transaction } = refusal;
      const { status, decidedBy: by, decidedAt: at, reason } = transaction;
      const decision = status === 'completed' ? 'credited' : 'returned';
      const error = by ? `This deposit was already ${decision} by ${by}.` : `This deposit is already ${decision}.`;
      return { code, error, details: { decision, by, at, reason, transaction } };
    }
  }
}
