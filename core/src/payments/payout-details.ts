import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { isEmail, normalEmail } from '../account/index.ts';
import { ok, type Result, refused } from '../result.ts';
import { cryptoAddress } from './crypto-address.ts';
import type { WithdrawalMethod } from './transaction.ts';

/** What the form collects to pay a withdrawal to. */
export type PayoutDetails = {
  readonly bankName?: string | undefined;
  readonly accountHolder?: string | undefined;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly description?: string | undefined;
  readonly paypalEmail?: string | undefined;
  readonly cryptoAddress?: string | undefined;
};
/** Details that hold, in their one spelling. `target` is the same for the same account; `mask` may be shown to anybody. */
export type Payout = { readonly details: PayoutDetails; readonly target: string; readonly mask: string };
export type PayoutField = Exclude<keyof PayoutDetails, 'description'>;
export type PayoutRefusal = {
  readonly code: 'payout-details-invalid';
  readonly field: PayoutField;
  readonly sentence: string;
};

/** Spec §5, and what it leaves open. */
export const payoutWords = {
  bankName: 'Bank name is required',
  accountHolder: 'Account holder name is required',
  iban: 'IBAN is required',
  ibanInvalid: 'This IBAN is not valid. Please check its letters and digits.',
  bicInvalid: 'This BIC is not valid. It has 8 or 11 characters.',
  paypalEmail: 'PayPal email is required',
  paypalEmailInvalid: 'This PayPal email is not a valid email address.',
  cryptoAddress: 'Wallet address is required',
  cryptoAddressInvalid: 'This is not a valid Bitcoin or Ethereum address.',
} as const;

/**
 * Where a withdrawal is paid to. Details are checked as soon as one of the method's own is given, be it empty; a call that names
 * the method only (spec §7) has none: `undefined`. Details of another method are dropped.
 */
export function payoutOf(method: WithdrawalMethod, given: PayoutDetails): Result<Payout | undefined, PayoutRefusal> {
  if (fieldsOf[method].every((field) => given[field] === undefined)) return ok(undefined);
  const payout = readers[method](given);
  if (!payout.ok || !given.description) return payout;
  return ok({ ...payout.value, details: { ...payout.value.details, description: given.description } });
}

const fieldsOf = {
  bank_transfer: ['bankName', 'accountHolder', 'iban', 'bic'],
  paypal: ['paypalEmail'],
  crypto: ['cryptoAddress'],
} as const satisfies Record<WithdrawalMethod, readonly PayoutField[]>;

type Reader = (given: PayoutDetails) => Result<Payout, PayoutRefusal>;
const readers: Record<WithdrawalMethod, Reader> = { bank_transfer: toBank, paypal: toPaypal, crypto: toCrypto };

function toBank({ bankName, accountHolder, iban, bic }: PayoutDetails): Result<Payout, PayoutRefusal> {
  if (!bankName) return invalid('bankName', payoutWords.bankName);
  if (!accountHolder) return invalid('accountHolder', payoutWords.accountHolder);
  if (!iban) return invalid('iban', payoutWords.iban);
  const account = electronicFormatIBAN(iban.replace(/\s/g, ''));
  if (account === null || !isValidIBAN(account)) return invalid('iban', payoutWords.ibanInvalid);
  const bank = bic?.toUpperCase().replaceAll(' ', '');
  if (bank && !isValidBIC(bank)) return invalid('bic', payoutWords.bicInvalid);
  return ok({
    details: { bankName, accountHolder, iban: account, ...(bank && { bic: bank }) },
    target: `bank_transfer:${account}`,
    mask: friendlyFormatIBAN(hidden(account, 2, 4)) ?? hidden(account, 2, 4),
  });
}

function toPaypal({ paypalEmail }: PayoutDetails): Result<Payout, PayoutRefusal> {
  if (!paypalEmail) return invalid('paypalEmail', payoutWords.paypalEmail);
  if (!isEmail(paypalEmail)) return invalid('paypalEmail', payoutWords.paypalEmailInvalid);
  const email = normalEmail(paypalEmail);
  const mask = `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`;
  return ok({ details: { paypalEmail: email }, target: `paypal:${email}`, mask });
}

function toCrypto({ cryptoAddress: text }: PayoutDetails): Result<Payout, PayoutRefusal> {
  if (!text) return invalid('cryptoAddress', payoutWords.cryptoAddress);
  const address = cryptoAddress(text);
  if (address === undefined) return invalid('cryptoAddress', payoutWords.cryptoAddressInvalid);
  const mask = `${address.slice(0, 4)}••••${address.slice(-4)}`;
  return ok({ details: { cryptoAddress: text.trim() }, target: `crypto:${address}`, mask });
}

const invalid = (field: PayoutField, sentence: string) =>
  refused({ code: 'payout-details-invalid', field, sentence } satisfies PayoutRefusal);

const hidden = (text: string, first: number, last: number): string =>
  text.slice(0, first) + '•'.repeat(text.length - first - last) + text.slice(-last);
