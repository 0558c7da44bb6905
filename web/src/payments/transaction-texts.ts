import type { TransactionView } from '@touchline/core/contract';
import { currentLanguage, formatNumber, inEnglish, type Message, msg, t } from '@touchline/core/language';
import type { DepositMethod } from '@touchline/core/payments';
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
  // One text, also if several returns were paid.
  if (key === 'Paid instead')
    return value
      .split('; ')
      .map((paid) => fromTemplate(paid, paidInstead) ?? paid)
      .join('; ');
  return storedText(value);
}

const reversalKinds: Readonly<Record<string, Message>> = {
  refund: msg('Refund'),
  chargeback: msg('Chargeback'),
};

const paidInstead: readonly Message[] = [
  msg('{amount} to you in another way ({reference})'),
  msg('{amount} to you in another way'),
  msg('{amount} to {account} ({reference})'),
  msg('{amount} to {account}'),
];

/** A reason, fact or amount that is stored in English: ours in the current language, an admin's as written. */
export function storedText(text: string): string {
  const known = textIn(storedTexts, text);
  if (known !== undefined || currentLanguage() === 'en') return known ?? text;
  return fromTemplate(text, storedTemplates) ?? storedAmount(text);
}

/** Returns a text in the current language if it reads like one of these in English. */
function fromTemplate(text: string, templates: readonly Message[]): string | undefined {
  for (const message of currentLanguage() === 'en' ? [] : templates) {
    const values = valuesIn(text, message);
    if (!values) continue;
    const { amount, detail, account } = values;
    return t(message, {
      ...values,
      ...(amount !== undefined && { amount: storedAmount(amount) }),
      ...(detail !== undefined && { detail: storedText(detail) }),
      ...(account !== undefined && { account: storedText(account) }),
    });
  }
  return undefined;
}

/** Formats how many euros a dollar costs: `0.915` → "$1 = €0.915". */
export const rateText = (rate: `${number}`): string =>
  t('$1 = €{rate}', { rate: formatNumber(rate, { maximumFractionDigits: 6 }) });

/** `€1,250.00` or `1 USD = 0.915 EUR` as the current language writes it. Other texts, such as `GBP 9.20`, stay. */
function storedAmount(text: string): string {
  const [, rate] = /^1 USD = (\d+(?:\.\d+)?) EUR$/.exec(text) ?? [];
  if (rate !== undefined) return rateText(rate as `${number}`);
  const [, sign, amount] = /^([$€])([\d,]+\.\d\d)$/.exec(text) ?? [];
  if (amount === undefined) return text;
  const currency = sign === '€' ? 'EUR' : 'USD';
  const exact = amount.replaceAll(',', '') as `${number}`;
  return formatNumber(exact, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
}

const storedTemplates: readonly Message[] = [
  msg('{amount} is being refunded ({refund}).'),
  msg('{amount} is on its way ({refund}).'),
  msg('{amount} was refunded ({refund}).'),
  msg('{amount} was paid back in another way ({refund}).'),
  msg('{amount} could not be refunded: the refund {refund} failed.'),
  msg('{amount} could not be refunded: the refund {refund} was canceled.'),
  msg('{amount} could not go back and is still to be paid.'),
  msg('The provider does not know the refund {refund}.'),
  msg('The refund {refund} failed at the bank.'),
  msg('The refund {refund} was canceled at the provider.'),
  msg('The provider refused the refund: {detail}'),
  msg('{detail} Requested {count} times within a day.'),
];
const placeholders = {
  amount: '\u0001',
  refund: '\u0002',
  detail: '\u0003',
  count: '\u0004',
  account: '\u0005',
  reference: '\u0006',
} as const;
/** What an admin writes rarely begins with an amount as we write it. */
const patternOf = (placeholder: string): string =>
  placeholder === 'amount' ? '[$€][\\d,]+\\.\\d\\d|[A-Z]{3} [\\d.]+' : '.+';
type Values = Readonly<Partial<Record<keyof typeof placeholders, string>>>;

/** Returns the values with which an English message reads like `text`. */
function valuesIn(text: string, message: Message): Values | undefined {
  const english = inEnglish(() => t(message, placeholders)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = Object.entries(placeholders).reduce(
    (all, [name, mark]) => all.replace(mark, () => `(?<${name}>${patternOf(name)})`),
    english,
  );
  return new RegExp(`^${pattern}$`).exec(text)?.groups as Values | undefined;
}

const storedTexts: Readonly<Record<string, Message>> = Object.fromEntries(
  [
    msg('The payment was canceled.'),
    msg('The payment expired before it was paid.'),
    msg('The payment failed.'),
    msg('The payment was never begun.'),
    msg('The payment was not confirmed with the bank.'),
    msg('The bank could not confirm that it was you.'),
    msg('The bank requires you to confirm the payment.'),
    msg('The card was declined.'),
    msg('The card has expired.'),
    msg('The card is not active.'),
    msg('The card has insufficient funds.'),
    msg("The card holder's name is incorrect."),
    msg('The card number is incorrect.'),
    msg('This type of card is not accepted.'),
    msg('The security code of the card is incorrect.'),
    msg('The payment was stopped on suspicion of fraud.'),
    msg('The bank refused the payment.'),
    msg(
      'It was paid while you were excluded, so we did not add it to your balance. The money goes back to where it came from.',
    ),
    msg('The refund is being requested.'),
    msg('The provider had refunded all of it already.'),
    msg('Another refund of the payment is under way.'),
    msg('The provider could not be reached.'),
    msg('The provider could not be reached for a day.'),
    msg('The provider returned this money.'),
    msg('Nothing is left of the payment to refund.'),
    msg('The payment provider could not be reached.'),
    msg('The payment provider does not take this amount by this method.'),
    msg('the account given'),
    msg('Rejected by the operator'),
    msg('Canceled by the bettor in the wallet'),
    msg('Canceled with the link in the email'),
    // Why the worker ended a match.
    msg('the final score of the provider'),
    msg('the final score of both results providers'),
    msg('the final score of the second results provider'),
    msg('the match was not played'),
    msg('the kick-off was moved by more than 48 hours'),
  ].map((message) => [String(message), message]),
);

/** Returns the text of a key. Anyone may have written the key: `constructor` is a member of every object. */
export const textIn = (texts: Readonly<Record<string, Message>>, key: string): string | undefined => {
  const message = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return message && t(message);
};

/** A key of the metadata as people write: "exchangeRate" and "exchange_rate" → "Exchange rate". */
export function titleOf(key: string): string {
  const words = key.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** "01937f8a…00d1": enough of an id to know it again. */
export const shortTransactionId = (id: string): string => (id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);
