import { afterEach, expect, test } from 'vitest';
import { cents, formatDollars, writeOdds } from '../money/index.ts';
import { catalogues, inLanguage } from './catalogues.ts';
import { compile } from './compile.ts';
import {
  currentLanguage,
  formatDate,
  formatNumber,
  inEnglish,
  languages,
  msg,
  preferredLanguage,
  richText,
  setLanguage,
  t,
} from './index.ts';
import { textKey } from './text.ts';

afterEach(() => setLanguage('en'));

test('a text is in the language in which it is rendered, and in English afterwards', () => {
  const welcome = msg('Welcome back');
  expect(languages.map((language) => inLanguage(language, () => t(welcome)))).toEqual([
    'Welcome back',
    'Willkommen zurück',
    'Hola de nuevo',
  ]);
  expect([t(welcome), currentLanguage()]).toEqual(['Welcome back', 'en']);
});
test('a failure to render leaves no language behind', () => {
  const fail = () => {
    throw new Error('no text');
  };
  expect(() => inLanguage('de', fail)).toThrow('no text');
  expect(currentLanguage()).toBe('en');
});
test('plurals and numbers follow the language', () => {
  const results = (count: number) => t('{count, plural, one {# result} other {# results}}', { count });
  const both = () => [results(1), results(1_200)];
  expect(languages.map((language) => inLanguage(language, both))).toEqual([
    ['1 result', '1,200 results'],
    ['1 Treffer', '1.200 Treffer'],
    ['1 resultado', '1200 resultados'],
  ]);
});
test('a tag makes an element of its content, wherever the translation puts it', () => {
  const render = () => richText('New here? <link>Sign up</link>', { link: (content) => ({ link: content.join('') }) });
  expect(render()).toEqual(['New here? ', { link: 'Sign up' }]);
  expect(inLanguage('de', render)).toEqual(['Neu hier? ', { link: 'Registrieren' }]);
});
test('money, odds, numbers and dates are written as the language does', () => {
  const render = () =>
    [
      formatDollars(cents(123_450)),
      formatDollars(cents(-5)),
      writeOdds('2.5', 'decimal'),
      formatNumber(12_345.6),
      formatDate(Date.UTC(2026, 10, 21), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    ].map((text) => text.replaceAll('\u00a0', ' '));
  expect(languages.map((language) => inLanguage(language, render))).toEqual([
    ['$1,234.50', '-$0.05', '2.50', '12,345.6', 'Nov 21'],
    ['1.234,50 $', '-0,05 $', '2,50', '12.345,6', '21. Nov.'],
    ['1234,50 $', '-0,05 $', '2,50', '12.345,6', '21 nov'],
  ]);
});
test('what is stored or sent stays English', () => {
  expect(inLanguage('de', () => [t('Draw'), inEnglish(() => t('Draw'))])).toEqual(['Unentschieden', 'Draw']);
});
test.each([
  [['de-CH', 'en'], 'de'],
  [['fr', ' es-MX;q=0.8', 'en;q=0.5'], 'es'],
  [['en-GB', 'de'], 'en'],
  [['fr', '*'], undefined],
])('a browser that prefers %j gets %s', (tags, language) => expect(preferredLanguage(tags)).toBe(language));
test('no two texts have the same key', () => {
  const keys = Object.keys(catalogues.de).map((text) => textKey(compile(text)));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a message in a template literal does not compile without `t`', () => {
  const won = msg('Won');
  // @ts-expect-error The text would stay English on screens in other languages.
  expect(`${won}`).toBe('Won');
  expect(`${t(won)}`).toBe('Won');
});
