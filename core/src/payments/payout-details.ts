import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { isEmail, normalEmail } from '../account/index.ts';
import { type Message, msg, t } from '../language/index.ts';
import { ok, type Result, refused } from '../result.ts';
import { cryptoAddress } from './crypto-address.ts';
import type { WithdrawalMethod } from './transaction.ts';

/** The payout details of the withdrawal form. */
export type PayoutDetails = {
  readonly bankName?: string | undefined;
  readonly accountHolder?: string | undefined;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly description?: string | undefined;
  readonly paypalEmail?: string | undefined;
  readonly cryptoAddress?: string | undefined;
};
/** Valid details in canonical form. `target` identifies the account; `mask` may be shown to anyone. */
export type Payout = { readonly details: PayoutDetails; readonly target: string; readonly mask: string };
type PayoutField = Exclude<keyof PayoutDetails, 'description'>;
type PayoutRefusal = {
  readonly code: 'payout-details-invalid';
  readonly field: PayoutField;
  readonly sentence: Message;
};

const payoutTexts = {
  bankName: msg('Bank name is required'),
  accountHolder: msg('Account holder name is required'),
  iban: msg('IBAN is required'),
  ibanInvalid: msg('This IBAN is not valid. Please check its letters and digits.'),
  bicInvalid: msg('This BIC is not valid. It has 8 or 11 characters.'),
  paypalEmail: msg('PayPal email is required'),
  paypalEmailInvalid: msg('This PayPal email is not a valid email address.'),
  cryptoAddress: msg('Wallet address is required'),
  cryptoAddressInvalid: msg('This is not a valid Bitcoin or Ethereum address.'),
} as const;

/**
 * Returns where a withdrawal is paid to. Details are checked as soon as one of the method's own is given, even empty; `undefined`
 * if only the method is given. Details of other methods are dropped. The refusal names the first problem.
 */
export function payoutOf(method: WithdrawalMethod, given: PayoutDetails): Result<Payout | undefined, PayoutRefusal> {
  if (fieldsOf[method].every((field) => given[field] === undefined)) return ok(undefined);
  for (const [field, sentence] of problemsOf(method, given))
    return refused({ code: 'payout-details-invalid', field, sentence });
  const payout = readers[method](given);
  if (!given.description) return ok(payout);
  return ok({ ...payout, details: { ...payout.details, description: given.description } });
}

/** Returns the problem of each field: the form shows all of them, the server refuses the first. */
export function payoutProblems(
  method: WithdrawalMethod,
  given: PayoutDetails,
): Readonly<Partial<Record<PayoutField, string>>> {
  return Object.fromEntries(problemsOf(method, given).map(([field, sentence]) => [field, t(sentence)]));
}

const problemsOf = (method: WithdrawalMethod, given: PayoutDetails): (readonly [PayoutField, Message])[] =>
  fieldsOf[method].flatMap((field) => {
    const sentence = checks[field](given[field]?.trim() ?? '');
    return sentence === undefined ? [] : [[field, sentence] as const];
  });

const fieldsOf: Record<WithdrawalMethod, readonly PayoutField[]> = {
  bank_transfer: ['bankName', 'accountHolder', 'iban', 'bic'],
  paypal: ['paypalEmail'],
  crypto: ['cryptoAddress'],
};

const checks: Record<PayoutField, (text: string) => Message | undefined> = {
  bankName: (text) => (text ? undefined : payoutTexts.bankName),
  accountHolder: (text) => (text ? undefined : payoutTexts.accountHolder),
  iban: (text) => (text ? (isValidIBAN(accountOf(text)) ? undefined : payoutTexts.ibanInvalid) : payoutTexts.iban),
  bic: (text) => (text === '' || isValidBIC(bankOf(text)) ? undefined : payoutTexts.bicInvalid),
  paypalEmail: (text) =>
    text ? (isEmail(text) ? undefined : payoutTexts.paypalEmailInvalid) : payoutTexts.paypalEmail,
  cryptoAddress: (text) =>
    text
      ? cryptoAddress(text) === undefined
        ? payoutTexts.cryptoAddressInvalid
        : undefined
      : payoutTexts.cryptoAddress,
};

const accountOf = (iban: string): string => electronicFormatIBAN(iban.replace(/\s/g, '')) ?? '';
const bankOf = (bic: string): string => bic.toUpperCase().replaceAll(' ', '');

/** The readers expect checked details. */
const readers: Record<WithdrawalMethod, (given: PayoutDetails) => Payout> = {
  bank_transfer: ({ bankName, accountHolder, iban = '', bic }) => {
    const account = accountOf(iban);
    return {
      details: { bankName, accountHolder, iban: account, ...(bic && { bic: bankOf(bic) }) },
      target: `bank_transfer:${account}`,
      mask: friendlyFormatIBAN(hidden(account, 2, 4)) ?? hidden(account, 2, 4),
    };
  },
  paypal: ({ paypalEmail = '' }) => {
    const email = normalEmail(paypalEmail);
    const mask = `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`;
    return { details: { paypalEmail: email }, target: `paypal:${email}`, mask };
  },
  crypto: ({ cryptoAddress: text = '' }) => {
    const address = cryptoAddress(text) ?? '';
    const mask = `${address.slice(0, 4)}••••${address.slice(-4)}`;
    return { details: { cryptoAddress: text.trim() }, target: `crypto:${address}`, mask };
  },
};

const hidden = (text: string, first: number, last: number): string =>
  text.slice(0, first) + '•'.repeat(text.length - first - last) + text.slice(-last);
