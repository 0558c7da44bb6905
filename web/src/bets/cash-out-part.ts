import type { CashOutView } from '@touchline/core/contract';

/** `most`: the largest part that a limit allows. */
export type Share = 0.25 | 0.5 | 0.75 | 1 | 'most';
const shares: readonly { readonly share: Share; readonly text: string }[] = [
  { share: 0.25, text: '25 %' },
  { share: 0.5, text: '50 %' },
  { share: 0.75, text: '75 %' },
  { share: 1, text: 'All' },
];
type Worth = Pick<CashOutView, 'stake' | 'amount' | 'most'>;

/** Returns the shares that can be cashed out now. */
export const sharesOf = (value: Worth): typeof shares =>
  value.most
    ? [
        ...shares.filter(({ share }) => partOf(value, share).stake < (value.most?.stake ?? 0)),
        { share: 'most', text: 'Maximum' },
      ]
    : shares;

/** Returns the part of the stake that a share is, and what it is worth at least: both rounded down to the cent, in dollars. */
export function partOf(
  { stake, amount = 0, most }: Worth,
  share: Share,
): { readonly stake: number; readonly amount: number } {
  if (share === 'most') return most ?? { stake, amount };
  const [open, worth] = [Math.round(stake * 100), Math.round(amount * 100)];
  const part = Math.max(1, Math.floor(open * share));
  return { stake: part / 100, amount: Math.floor((worth * part) / open) / 100 };
}
