import type { CashOutView } from '@touchline/core/contract';

export type Share = 0.25 | 0.5 | 0.75 | 1;
export const shares: readonly { readonly share: Share; readonly text: string }[] = [
  { share: 0.25, text: '25 %' },
  { share: 0.5, text: '50 %' },
  { share: 0.75, text: '75 %' },
  { share: 1, text: 'All' },
];

/** Returns the part of the stake that a share is, and what it is worth at least: both rounded down to the cent, in dollars. */
export function partOf(
  { stake, amount = 0 }: Pick<CashOutView, 'stake' | 'amount'>,
  share: Share,
): { readonly stake: number; readonly amount: number } {
  const [open, worth] = [Math.round(stake * 100), Math.round(amount * 100)];
  const part = Math.max(1, Math.floor(open * share));
  return { stake: part / 100, amount: Math.floor((worth * part) / open) / 100 };
}
