import type { CashOutView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { amountFromText, percentText } from '../ui/amount-text.ts';

/** `most`: the largest part that a limit allows · `other`: an amount of the stake. */
export type Share = 0.25 | 0.5 | 0.75 | 1 | 'most' | 'other';
const fractions = [0.25, 0.5, 0.75, 1] as const;

/** Returns the name of a share: "25%". */
export function shareText(share: Share): string {
  if (share === 'most') return t('Maximum');
  if (share === 'other') return t('Other');
  return share === 1 ? t('All') : percentText(share, 0);
}
type Worth = Pick<CashOutView, 'stake' | 'amount' | 'most'>;

/** Returns the shares that can be cashed out now. */
export const sharesOf = (value: Worth): readonly Share[] =>
  value.most
    ? [...fractions.filter((share) => partOf(value, share).stake < (value.most?.stake ?? 0)), 'most', 'other']
    : [...fractions, 'other'];

/**
 * Returns the part of the stake that a share is, and what it is worth at least: both rounded down to the cent, in dollars. `typed`: the
 * other amount; `undefined` if it cannot be cashed out.
 */
export function partOf(value: Worth, share: Exclude<Share, 'other'>): CashOutPart;
export function partOf(value: Worth, share: Share, typed: string): CashOutPart | undefined;
export function partOf({ stake, amount = 0, most }: Worth, share: Share, typed = ''): CashOutPart | undefined {
  if (share === 'most') return most ?? { stake, amount };
  const [open, worth] = [Math.round(stake * 100), Math.round(amount * 100)];
  const part =
    share === 'other' ? Math.round((amountFromText(typed) ?? 0) * 100) : Math.max(1, Math.floor(open * share));
  const isPossible = part > 0 && part <= Math.round((most?.stake ?? stake) * 100);
  if (share === 'other' && !isPossible) return undefined;
  return { stake: part / 100, amount: Math.floor((worth * part) / open) / 100 };
}
export type CashOutPart = { readonly stake: number; readonly amount: number };
