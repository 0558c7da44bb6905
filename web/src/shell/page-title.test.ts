import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { showUnseenCount, titleOf } from './page-title.ts';

test.each([
  ['/', 'Touchline'],
  ['/games', 'Games · Touchline'],
  ['/history', 'Betting History · Touchline'],
  ['/history/3f2a', 'Betting History · Touchline'],
  ['/gamesome', 'Page not found · Touchline'],
])('the title at %s is "%s"', (path, title) => expect(titleOf(path, 'Touchline')).toBe(title));

const routes = ['app.tsx', 'screens/staff-screens.tsx'].flatMap((file) =>
  [...readFileSync(`${import.meta.dirname}/../${file}`, 'utf8').matchAll(/["'](\/[a-z][^"']*)["']/g)].map(
    ([, path = '']) => path,
  ),
);
test('finds the routes of members and of staff', () =>
  expect(routes).toEqual(expect.arrayContaining(['/games', '/history/:betId', '/cases', '/ledger/wallets/:id'])));
test.each(routes)('the page at %s has a title', (path) =>
  expect(titleOf(path, 'Touchline')).not.toMatch(/^Page not found/),
);

test('puts the number of unseen results before the title', () => {
  showUnseenCount(2);
  expect(document.title).toBe('(2) Touchline');
  showUnseenCount(0);
  expect(document.title).toBe('Touchline');
});
