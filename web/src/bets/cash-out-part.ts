import type { CashOutView } from '@touchline/core/contract';
import { type Message, msg } from '@touchline/core/language';
import { amountFromText } from '../ui/amount-text.ts';

/** `most`: the largest part that a limit allows · `other`: an amount of the stake. */
export type Share = 0.25 | 0.5 | 0.75 | 1 | 'most' | 'other';
type Choice = { readonly share: Share; readonly text: Message };
const fractions: readonly (Choice & { readonly share: number })[] = [
  { share: 0.25, text: msg('25 %') },
  { share: 0.5, text: msg('50 %') },
  { share: 0.75, text: msg('75 %') },
  { share: 1, text: msg('All') },
];
const other: Choice = { share: 'other', text: msg('Other') };
type Worth = Pick<CashOutView, 'stake' | 'amount' | 'most'>;

/** Returns the shares that can be cashed out now. */
export const sharesOf = (value: Worth): readonly Choice[] =>
  value.most
    ? [
        ...fractions.filter(({ share }) => partOf(value, share).stake < (value.most?.stake ?? 0)),
        { share: 'most', text: msg('Maximum') },
        other,
      ]
    : [...fractions, other];

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
