import { currentLanguage, formatNumber } from '@touchline/core/language';

/*
 * Amounts as users type them. A browser's number field takes the decimal comma only of the browser's own language, so that in
 * German and Spanish an amount is typed as text.
 */

/** The attributes of a field for an amount. */
export const amountField = () =>
  currentLanguage() === 'en'
    ? ({ type: 'number', inputMode: 'decimal', step: 0.01 } as const)
    : ({ type: 'text', inputMode: 'decimal' } as const);

/** Returns what was typed with a decimal point: "1.234,5" → "1234.5". */
export const withPoint = (typed: string): string =>
  currentLanguage() === 'en' || !typed.includes(',') ? typed : typed.replaceAll('.', '').replace(',', '.');

/** Returns a number as it is typed in the current language: "7.5" → "7,5". */
export const asTyped = (number: string): string => (currentLanguage() === 'en' ? number : number.replace('.', ','));

/** Formats a share of one as a percentage without its sign: 0.25 → "25.0". */
export const percentText = (part: number): string =>
  formatNumber(part * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
