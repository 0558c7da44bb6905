import { type Language, setLanguage } from '@touchline/core/language';
import { afterEach, expect, test } from 'vitest';
import { amountFromText, asTyped, centsFromText, percentText } from './amount-text.ts';

afterEach(() => setLanguage('en'));
const readIn = (language: Language, texts: readonly string[]) => {
  setLanguage(language);
  return texts.map(amountFromText);
};

test.each(['de', 'es'] as const)('in "%s" a comma is the decimal separator, and points group thousands', (language) => {
  const texts = ['1.000', '10.000', '1.234.567', '1.234,50', '1234,5', '12,345', ',5', ' 7, '];
  expect(readIn(language, texts)).toEqual([1_000, 10_000, 1_234_567, 1_234.5, 1_234.5, 12.345, 0.5, 7]);
});
test.each(['de', 'es'] as const)('in "%s" a point that groups no thousands is the decimal separator', (language) => {
  expect(readIn(language, ['7.5', '10.00', '1234.567', '0.125', '1e2'])).toEqual([7.5, 10, 1_234.567, 0.125, 100]);
});
test('in English a point is the decimal separator, and commas group thousands', () => {
  const texts = ['1,000', '1,234,567.50', '1.000', '12.345', '1e2', '.05'];
  expect(readIn('en', texts)).toEqual([1_000, 1_234_567.5, 1, 12.345, 100, 0.05]);
});
test('a text that could be read in two ways, or in none, is no amount', () => {
  const none = ['', 'ten', '$50', '0x10', '1e999', 'NaN'];
  expect(readIn('en', [...none, '7,50', '1,0000', '1,000,00', '1.234,50'])).toEqual(Array(10).fill(undefined));
  expect(readIn('de', [...none, '1.2,5', '1,234.50', '1.00.000', '1,2,3'])).toEqual(Array(10).fill(undefined));
});
test.each(['en', 'de', 'es'] as const)('in "%s" an amount is read as it was filled in', (language) => {
  setLanguage(language);
  for (const amount of [1_000, 1_234.5, 0.01, 12.345]) expect(amountFromText(asTyped(String(amount)))).toBe(amount);
});
test('money is above 0 and in whole cents', () => {
  expect(['12.34', '0', '-5', '12.345'].map(centsFromText)).toEqual([1_234, undefined, undefined, undefined]);
});

test.each([
  ['en', '4.8%', '50%'],
  ['de', '4,8\u00a0%', '50\u00a0%'],
  ['es', '4,8\u00a0%', '50\u00a0%'],
] as const)('in "%s" a percentage has its sign as that language writes it', (language, share, whole) => {
  setLanguage(language);
  expect([percentText(0.0478), percentText(0.5, 0)]).toEqual([share, whole]);
});
