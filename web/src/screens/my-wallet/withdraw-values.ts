import { emailProblem } from '@touchline/core/account';
import type { WithdrawRequest } from '@touchline/core/contract';
import { type WithdrawalMethod, withdrawalMethods } from '@touchline/core/payments';
import type { ApiFailure } from '../../api/client.ts';
import type { Problems } from '../../forms/entry-form.tsx';
import { isAmount } from '../../payments/charge.ts';

export type WithdrawValues = {
  readonly amount: string;
  readonly withdrawalMethod: string;
  readonly bankName: string;
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string;
  readonly description: string;
  readonly paypalEmail: string;
  readonly cryptoAddress: string;
  /** 'yes' once the bettor has ticked that the bonus will be lost. */
  readonly forfeitBonus: string;
};
export const emptyWithdrawal: WithdrawValues = {
  amount: '',
  withdrawalMethod: 'bank_transfer',
  bankName: '',
  accountHolder: '',
  iban: '',
  bic: '',
  description: '',
  paypalEmail: '',
  cryptoAddress: '',
  forfeitBonus: '',
};

/** What the form must know to judge what was typed: what there is to withdraw, and whether a bonus is at stake. */
export type WithdrawLimits = {
  readonly balance: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly bonus: 'active' | 'none';
};

/** Spec §5; the server judges again, and its word counts. */
export function withdrawProblems(values: WithdrawValues, limits: WithdrawLimits): Problems<WithdrawValues> {
  return {
    amount: amountProblem(values.amount, limits),
    ...targetProblems(values),
    ...(limits.bonus === 'active' &&
      values.forfeitBonus !== 'yes' && { forfeitBonus: 'Please confirm that you give up the bonus' }),
  };
}

export function withdrawalOf(values: WithdrawValues, limits: WithdrawLimits): WithdrawRequest {
  const withdrawalMethod = withdrawalMethodOf(values.withdrawalMethod);
  return {
    amount: Number(values.amount),
    withdrawalMethod,
    ...filledIn(values, namesOf[withdrawalMethod]),
    ...(limits.bonus === 'active' && { forfeitBonus: true }),
  };
}

export const withdrawalMethodOf = (text: string): WithdrawalMethod =>
  withdrawalMethods.find((method) => method === text) ?? 'bank_transfer';

type TargetName = Exclude<keyof WithdrawValues, 'amount' | 'withdrawalMethod' | 'forfeitBonus'>;
const namesOf: Record<WithdrawalMethod, readonly TargetName[]> = {
  bank_transfer: ['bankName', 'accountHolder', 'iban', 'bic', 'description'],
  paypal: ['paypalEmail'],
  crypto: ['cryptoAddress'],
};

const targetNames = Object.values(namesOf).flat();

function amountProblem(amount: string, { balance, minimum, maximum }: WithdrawLimits): string | undefined {
  const typed = Number(amount);
  if (amount.trim() === '' || Number.isNaN(typed) || typed < minimum) return `Amount must be at least $${minimum}`;
  if (typed > maximum) return `Amount cannot exceed $${maximum.toLocaleString('en-US')}`;
  if (!isAmount(amount)) return 'Please enter a valid amount';
  return typed > balance ? 'Amount exceeds available balance' : undefined;
}

function targetProblems(values: WithdrawValues): Problems<WithdrawValues> {
  switch (withdrawalMethodOf(values.withdrawalMethod)) {
    case 'bank_transfer':
      return {
        bankName: isEmpty(values.bankName) ? 'Bank name is required' : undefined,
        accountHolder: isEmpty(values.accountHolder) ? 'Account holder name is required' : undefined,
        iban: ibanProblem(values.iban),
      };
    case 'paypal':
      return {
        paypalEmail: isEmpty(values.paypalEmail) ? 'PayPal email is required' : emailProblem(values.paypalEmail),
      };
    case 'crypto':
      return { cryptoAddress: isEmpty(values.cryptoAddress) ? 'Crypto address is required' : undefined };
  }
}

/** The fields that the server found wrong in what was sent, with its sentence for each. */
export function refusedFields(refusal: ApiFailure | undefined): Problems<WithdrawValues> {
  const fields = refusal?.kind === 'refused' ? refusal.view.details?.['fields'] : undefined;
  return Array.isArray(fields)
    ? Object.fromEntries(fields.filter(isNamed).map(({ path, error }) => [path, error]))
    : {};
}

type NamedField = { readonly path: string; readonly error: string };
function isNamed(field: unknown): field is NamedField {
  if (typeof field !== 'object' || field === null || !('path' in field) || !('error' in field)) return false;
  return typeof field.path === 'string' && typeof field.error === 'string';
}

/** Of those, the ones that are still as they were sent: what was changed since may be right. */
export function stillRefused(
  refused: Problems<WithdrawValues>,
  sent: WithdrawRequest | undefined,
  now: WithdrawRequest,
): Problems<WithdrawValues> {
  const names = targetNames.filter((name) => refused[name] !== undefined && sent?.[name] === now[name]);
  return Object.fromEntries(names.map((name) => [name, refused[name]]));
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** Two letters of a country, two check digits, then up to thirty: NL91ABNA0417164300. Whether it exists only the bank knows. */
const ibanShape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

function ibanProblem(iban: string): string | undefined {
  if (isEmpty(iban)) return 'IBAN is required';
  return ibanShape.test(iban.replace(/\s/g, '').toUpperCase()) ? undefined : 'This does not look like an IBAN';
}

function filledIn(values: WithdrawValues, names: readonly TargetName[]): Partial<Record<TargetName, string>> {
  return Object.fromEntries(names.map((name) => [name, values[name].trim()]).filter(([, text]) => text !== ''));
}
