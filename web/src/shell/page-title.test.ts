import { expect, test } from 'vitest';
import { tellUnseen, titleOf } from './page-title.ts';

test.each([
  ['/', 'Touchline'],
  ['/games', 'Games · Touchline'],
  ['/history', 'Betting History · Touchline'],
  ['/history/3f2a', 'Betting History · Touchline'],
  ['/gamesome', 'Page not found · Touchline'],
])('the tab at %s is called "%s"', (path, title) => expect(titleOf(path, 'Touchline')).toBe(title));

test('results that nobody has seen stand before the name, whatever the screen is called', () => {
  tellUnseen(2);
  expect(document.title).toBe('(2) Touchline');
  tellUnseen(0);
  expect(document.title).toBe('Touchline');
});
