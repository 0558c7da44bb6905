import type { TransactionView } from '@touchline/core/contract';
import { type Message, msg, t, textIn } from '@touchline/core/language';
import { type DepositMethod, paidInsteadText, storedText } from '@touchline/core/payments';
import type { BadgeTone } from '../ui/badge.tsx';
import { dollarsText } from '../ui/money.tsx';

type Status = TransactionView['status'];
type Type = TransactionView['type'];

const typeTexts: Record<Type, Message> = {
  deposit: msg('Deposit'),
  withdrawal: msg('Withdrawal'),
  refund: msg('Refund'),
};
const statusTexts: Record<Status, Message> = {
  initiated: msg('Initiated'),
  pending: msg('Pending'),
  completed: msg('Completed'),
  failed: msg('Failed'),
  canceled: msg('Canceled'),
};

export const typeText = (type: Type): string => t(typeTexts[type]);

/** The status, capitalised; one that is new here by its own name. */
export const statusText = (status: Status): string => textIn(statusTexts, status) ?? titleOf(status);

/** Completed is green, failed red, anything else yellow. */
export const statusTone = (status: Status): BadgeTone =>
  status === 'completed' ? 'won' : status === 'failed' ? 'lost' : 'gold';

/** "via bank transfer" */
export const viaText = (method: string): string =>
  textIn(viaTexts, method) ?? t('via {method}', { method: method.replaceAll('_', ' ') });

const viaTexts: Readonly<Record<string, Message>> = {
  creditcard: msg('via creditcard'),
  ideal: msg('via ideal'),
  bancontact: msg('via bancontact'),
  paypal: msg('via paypal'),
  bank_transfer: msg('via bank transfer'),
  crypto: msg('via crypto'),
  demo: msg('via demo'),
};

/** A method as its owner writes it; one that this page does not know is shown as it is called. */
export const methodTitle = (method: string): string => textIn(methodTitles, method) ?? method.replaceAll('_', ' ');

const methodTitles: Readonly<Record<string, Message>> = {
  creditcard: msg('Credit card'),
  ideal: msg('iDEAL'),
  bancontact: msg('Bancontact'),
  paypal: msg('PayPal'),
  bank_transfer: msg('Bank transfer'),
  crypto: msg('Crypto'),
  demo: msg('Demo credit'),
};

/** A part of a withdrawal that returns to a deposit: how much, and where to. */
export const returnText: Record<DepositMethod, Message> = {
  creditcard: msg('{amount} back to your card'),
  paypal: msg('{amount} back to the PayPal account you paid with'),
  ideal: msg('{amount} back to the account you paid from with iDEAL'),
  bancontact: msg('{amount} back to the account you paid from with Bancontact'),
};

/** '+' for a deposit, '-' otherwise. */
export const signedAmount = ({ type, amount }: Pick<TransactionView, 'type' | 'amount'>): string =>
  `${type === 'deposit' ? '+' : '-'}${dollarsText(amount)}`;

/** The label of what an admin should check before paying. */
export const flagText = (flag: string): string => textIn(flagTexts, flag) ?? titleOf(flag);

const flagTexts: Readonly<Record<string, Message>> = {
  'new-account': msg('The account is new'),
  'after-bonus': msg('First withdrawal after a bonus'),
  'changed-details': msg('Paid to somewhere new'),
  'first-withdrawal': msg('First withdrawal'),
  large: msg('Large amount'),
  'no-details': msg('No account named'),
  'amount-differs': msg('Another amount was paid'),
  'paid-after-close': msg('Paid after it was closed'),
  'paid-while-excluded': msg('Paid while excluded'),
  'refund-failed': msg('Could not be refunded'),
};

/** The name of a transaction inside a sentence: "deposit 01937f8a…00d1". */
export const transactionName = ({ type, _id }: Pick<TransactionView, 'type' | '_id'>): string =>
  t(namesWithId[type], { id: shortTransactionId(_id) });

const namesWithId: Record<Type, Message> = {
  deposit: msg('deposit {id}'),
  withdrawal: msg('withdrawal {id}'),
  refund: msg('refund {id}'),
};

/** The title of a transaction's fact, which is stored in English. */
export const metadataTitle = (key: string): string => textIn(metadataTitles, key) ?? titleOf(key);

const metadataTitles: Readonly<Record<string, Message>> = {
  Charged: msg('Charged'),
  Rate: msg('Rate'),
  Refund: msg('Refund'),
  'Not returned': msg('Not returned'),
  'Paid instead': msg('Paid instead'),
  Paid: msg('Paid'),
  Worth: msg('Worth'),
  returned: msg('Returned'),
  // Names of the fields of a withdrawal and a reversal.
  payoutTo: msg('Paid to'),
  kind: msg('Kind'),
  deposit: msg('Deposit'),
  bankName: msg('Bank name'),
  accountHolder: msg('Account holder'),
  description: msg('Description'),
};

/** The value of such a fact. */
export function factText(key: string, value: string): string {
  if (key === 'kind') return textIn(reversalKinds, value) ?? value;
  if (key === 'Paid instead') return paidInsteadText(value);
  return storedText(value);
}

const reversalKinds: Readonly<Record<string, Message>> = {
  refund: msg('Refund'),
  chargeback: msg('Chargeback'),
};

/** A key of the metadata as people write: "exchangeRate" and "exchange_rate" → "Exchange rate". */
export function titleOf(key: string): string {
  const words = key.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** "01937f8a…00d1": enough of an id to know it again. */
export const shortTransactionId = (id: string): string => (id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);
