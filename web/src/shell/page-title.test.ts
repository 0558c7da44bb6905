import { expect, test } from 'vitest';
import { showUnseenCount, titleOf } from './page-title.ts';

test.each([
  ['/', 'Touchline'],
  ['/games', 'Games · Touchline'],
  ['/history', 'Betting History · Touchline'],
  ['/history/3f2a', 'Betting History · Touchline'],
  ['/gamesome', 'Page not found · Touchline'],
])('the title at %s is "%s"', (path, title) => expect(titleOf(path, 'Touchline')).toBe(title));

test('puts the number of unseen results before the title', () => {
  showUnseenCount(2);
  expect(document.title).toBe('(2) Touchline');
  showUnseenCount(0);
  expect(document.title).toBe('Touchline');
});
