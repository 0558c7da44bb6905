import type { BonusView, DepositRequest } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type DepositMethod, depositMethods, partOfCentText } from '@touchline/core/payments';
import type { Problems } from '../../forms/entry-form.tsx';
import { amountFromText, centsFromText } from '../../ui/amount-text.ts';
import { dollarsText } from '../../ui/money.tsx';

export type DepositValues = { readonly amount: string; readonly paymentMethod: string };
export const emptyDeposit: DepositValues = { amount: '', paymentMethod: 'creditcard' };

export const minimumHint = (minimum: number): string =>
  t('Minimum deposit amount: {minimum}', { minimum: dollarsText(minimum) });

/** Checks for a number above 0, then the minimum, then whole cents. */
export function depositProblems({ amount }: DepositValues, minimum: number): Problems<DepositValues> {
  const typed = amountFromText(amount) ?? 0;
  if (typed <= 0) return { amount: t('Please enter a valid amount') };
  if (typed < minimum) return { amount: minimumHint(minimum) };
  return centsFromText(amount) === undefined ? { amount: t(partOfCentText) } : {};
}

export const depositOf = ({ amount, paymentMethod }: DepositValues): DepositRequest => ({
  amount: amountFromText(amount) ?? 0,
  paymentMethod: depositMethodOf(paymentMethod),
});

export const depositMethodOf = (text: string): DepositMethod =>
  depositMethods.find((method) => method === text) ?? 'creditcard';

/** Returns the bonus for a first deposit of this amount, in dollars. */
export function bonusFor({ percent, maximum }: BonusView['offer'], amount: string): number {
  const whole = centsFromText(amount) ?? 0;
  return Math.min(Math.floor((whole * percent) / 100) / 100, maximum);
}
