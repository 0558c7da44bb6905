import {
  type ConfirmationKind,
  type WithdrawOptionsView,
  type WithdrawRequest,
  withdrawRefusalView,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type WithdrawalMethod, withdrawalAmount, withdrawalMethods } from '@touchline/core/payments';
import { payoutProblems } from '@touchline/core/payouts';
import type { ApiFailure } from '../../api/client.ts';
import type { Problems } from '../../forms/entry-form.tsx';
import { amountFromText } from '../../ui/amount-text.ts';

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
  /** Filled in when the server asks for a confirmation. */
  readonly password: string;
  readonly totp: string;
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
  password: '',
  totp: '',
  forfeitBonus: '',
};

/** What validation needs: the withdrawable amount, and whether a bonus is active. */
export type WithdrawLimits = {
  readonly balance: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly bonus: 'active' | 'none';
  /** The confirmation that the server asked for. */
  readonly need?: ConfirmationKind | undefined;
};

/** Validates by the server's rules; the server validates again. */
export function withdrawProblems(values: WithdrawValues, limits: WithdrawLimits): Problems<WithdrawValues> {
  return {
    amount: amountProblem(values.amount, limits),
    ...targetProblems(values),
    ...(limits.bonus === 'active' &&
      values.forfeitBonus !== 'yes' && { forfeitBonus: t('Please confirm that you give up the bonus') }),
    ...(limits.need === 'password' && values.password === '' && { password: t('Password is required') }),
    ...(limits.need === 'code' && isEmpty(values.totp) && { totp: t('Code is required') }),
  };
}

export function withdrawalOf(values: WithdrawValues, limits: WithdrawLimits): WithdrawRequest {
  const withdrawalMethod = withdrawalMethodOf(values.withdrawalMethod);
  return {
    amount: amountFromText(values.amount) ?? 0,
    withdrawalMethod,
    ...filledIn(values, namesOf[withdrawalMethod]),
    ...(limits.bonus === 'active' && { forfeitBonus: true }),
    ...(limits.need === 'password' && { password: values.password }),
    ...(limits.need === 'code' && { totp: values.totp.trim() }),
  };
}

export const withdrawalMethodOf = (text: string): WithdrawalMethod =>
  withdrawalMethods.find((method) => method === text) ?? 'bank_transfer';

type TargetName = Exclude<keyof WithdrawValues, 'amount' | 'withdrawalMethod' | 'forfeitBonus' | 'password' | 'totp'>;
const namesOf: Record<WithdrawalMethod, readonly TargetName[]> = {
  bank_transfer: ['bankName', 'accountHolder', 'iban', 'bic', 'description'],
  paypal: ['paypalEmail'],
  crypto: ['cryptoAddress'],
};

const refusable = [...Object.values(namesOf).flat(), 'password', 'totp'] as const;

function amountProblem(typed: string, { balance }: WithdrawLimits): string | undefined {
  const given = Math.max(amountFromText(typed) ?? 0, 0);
  const amount = withdrawalAmount(given);
  // Whole cents are checked last: 500.555 is also above a balance of $500.
  if (!amount.ok && amount.refusal.code !== 'amount-part-of-cent') return withdrawRefusalView(amount.refusal).error;
  if (given > balance) return t('Amount exceeds available balance');
  return amount.ok ? undefined : withdrawRefusalView(amount.refusal).error;
}

/** All fields of the method are present in the form. */
const targetProblems = (values: WithdrawValues): Problems<WithdrawValues> =>
  payoutProblems(withdrawalMethodOf(values.withdrawalMethod), values);

/** Returns the server's sentence for each field that it refused. */
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

/** Keeps the sentences of unchanged fields; a changed one may be right now. */
export function stillRefused(
  refused: Problems<WithdrawValues>,
  sent: WithdrawRequest | undefined,
  now: WithdrawRequest,
): Problems<WithdrawValues> {
  const names = refusable.filter((name) => refused[name] !== undefined && sent?.[name] === now[name]);
  return Object.fromEntries(names.map((name) => [name, refused[name]]));
}

const isEmpty = (text: string): boolean => text.trim() === '';

function filledIn(values: WithdrawValues, names: readonly TargetName[]): Partial<Record<TargetName, string>> {
  return Object.fromEntries(names.map((name) => [name, values[name].trim()]).filter(([, text]) => text !== ''));
}

/** Returns the confirmation that the server asks for. */
export function needIn(refusal: ApiFailure | undefined): ConfirmationKind | undefined {
  if (refusal?.kind !== 'refused' || !refusal.view.code.startsWith('confirmation-')) return undefined;
  const need = refusal.view.details?.['need'];
  return need === 'password' || need === 'code' ? need : undefined;
}

type Returns = WithdrawOptionsView['returns'];

/** Splits an amount into refunds of deposits, oldest first, and the rest for the given account. */
export function splitAmount(amount: number, returns: Returns): { readonly returns: Returns; readonly rest: number } {
  let left = Math.round(amount * 100);
  const parts = returns.flatMap(({ method, amount: most }) => {
    const part = Math.min(left, Math.round(most * 100));
    left -= part;
    return part > 0 ? [{ method, amount: part / 100 }] : [];
  });
  return { returns: parts, rest: left / 100 };
}
