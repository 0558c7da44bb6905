import { type Cents, centsFromDollars, noMoney } from '@touchline/core/money';

/** Whole dollars of the quick chips (UI.md, the slip). */
export const quickStakes = [5, 10, 25, 50] as const;

/** Spec §5: a stake that is not a number counts as 0; so does one with fractions of a cent. */
export function stakeFromText(text: string): Cents {
  const typed = text.trim();
  if (!/^(\d{1,12}(\.\d{0,2})?|\.\d{1,2})$/.test(typed)) return noMoney;
  return centsFromDollars(Number(typed)) ?? noMoney;
}
