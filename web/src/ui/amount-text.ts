import { currentLanguage, formatNumber } from '@touchline/core/language';
import { type Cents, centsFromDollars } from '@touchline/core/money';

/*
 * Amounts as users type them. A browser's number field takes the decimal comma only of the browser's own language, so that in
 * German and Spanish an amount is typed as text.
 */

/** The attributes of a field for an amount; most are a `DollarField`. */
export const amountField = () =>
  currentLanguage() === 'en'
    ? ({ type: 'number', inputMode: 'decimal', step: 0.01 } as const)
    : ({ type: 'text', inputMode: 'decimal' } as const);

const commaGroups = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const pointGroups = /^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;

/**
 * Returns what was typed in the current language as a numeral with a decimal point; `undefined` if it is no number. In German and
 * Spanish "1.000" and "1.000,00" are a thousand, and "7.5" is 7.5; in English "1,000" is a thousand. "1e2" is a number, as in a number
 * field.
 */
export function numeralFromText(typed: string): string | undefined {
  const text = typed.trim();
  const hasComma = currentLanguage() !== 'en';
  const isGrouped = (hasComma ? pointGroups : commaGroups).test(text);
  const ungrouped = isGrouped ? text.replaceAll(hasComma ? '.' : ',', '') : text;
  const numeral = hasComma && !ungrouped.includes('.') ? ungrouped.replace(',', '.') : ungrouped;
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(numeral) && Number.isFinite(Number(numeral));
  return isNumber ? numeral : undefined;
}

/** Returns the number that was typed in the current language; `undefined` if it is not one. */
export function amountFromText(typed: string): number | undefined {
  const numeral = numeralFromText(typed);
  return numeral === undefined ? undefined : Number(numeral);
}

/** Returns the money that was typed in the current language; `undefined` unless it is above 0 and in whole cents. */
export function centsFromText(typed: string): Cents | undefined {
  const amount = amountFromText(typed) ?? 0;
  return amount > 0 ? centsFromDollars(amount) : undefined;
}

/** Returns a number as it is typed in the current language: "7.5" → "7,5". */
export const asTyped = (number: string): string => (currentLanguage() === 'en' ? number : number.replace('.', ','));

/** Formats a number with exactly so many decimals. */
export const decimalText = (amount: number, decimals: number): string =>
  formatNumber(amount, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** Formats a share of one as a percentage: 0.25 → "25.0%", in German and Spanish "25,0 %". */
export const percentText = (part: number, decimals = 1): string =>
  formatNumber(part, { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals });
