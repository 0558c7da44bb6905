import type { TransactionView } from '@touchline/core/contract';
import type { DepositMethod } from '@touchline/core/payments';
import type { BadgeTone } from '../ui/badge.tsx';
import { dollarsText } from '../ui/money.tsx';

type Status = TransactionView['status'];
type Type = TransactionView['type'];

export const typeTexts: Record<Type, string> = { deposit: 'Deposit', withdrawal: 'Withdrawal', refund: 'Refund' };
export const statusTexts: Record<Status, string> = {
  initiated: 'Initiated',
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** The status, capitalised; one that is new here by its own name. */
export const statusText = (status: Status): string => statusTexts[status] ?? titleOf(status);

/** Completed is green, failed red, anything else yellow. */
export const statusTone = (status: Status): BadgeTone =>
  status === 'completed' ? 'won' : status === 'failed' ? 'lost' : 'gold';

/** "via bank transfer": an underscore becomes a space. */
export const viaText = (method: string): string => `via ${method.replaceAll('_', ' ')}`;

/** A method as its owner writes it; one that this page does not know is shown as it is called. */
export const methodTitle = (method: string): string => methodTitles[method] ?? method.replaceAll('_', ' ');

const methodTitles: Readonly<Record<string, string>> = {
  creditcard: 'Credit card',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  paypal: 'PayPal',
  bank_transfer: 'Bank transfer',
  crypto: 'Crypto',
};

/** Where a part of a withdrawal goes that returns to a deposit. */
export const returnText: Record<DepositMethod, string> = {
  creditcard: 'back to your card',
  paypal: 'back to the PayPal account you paid with',
  ideal: 'back to the account you paid from with iDEAL',
  bancontact: 'back to the account you paid from with Bancontact',
};

/** '+' for a deposit, '-' otherwise. */
export const signedAmount = ({ type, amount }: Pick<TransactionView, 'type' | 'amount'>): string =>
  `${type === 'deposit' ? '+' : '-'}${dollarsText(amount)}`;

/** The label of what an admin should check before paying. */
export const flagText = (flag: string): string => flagTexts[flag] ?? titleOf(flag);

const flagTexts: Readonly<Record<string, string>> = {
  'new-account': 'The account is new',
  'after-bonus': 'First withdrawal after a bonus',
  'changed-details': 'Paid to somewhere new',
  'first-withdrawal': 'First withdrawal',
  large: 'Large amount',
  'no-details': 'No account given',
  'amount-differs': 'Another amount was paid',
  'paid-after-close': 'Paid after it was closed',
  'paid-while-excluded': 'Paid while excluded',
  'refund-failed': 'Could not be refunded',
};

/** A key of the metadata as people write: "exchangeRate" and "exchange_rate" → "Exchange rate". */
export function titleOf(key: string): string {
  const words = key.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** "01937f8a…00d1": enough of an id to know it again. */
export const shortTransactionId = (id: string): string => (id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);
