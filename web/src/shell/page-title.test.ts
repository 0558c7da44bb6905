import { expect, test } from 'vitest';
import { titleOf } from './page-title.ts';

test.each([
  ['/', 'Touchline'],
  ['/games', 'Games · Touchline'],
  ['/history', 'Betting History · Touchline'],
  ['/history/3f2a', 'Betting History · Touchline'],
  ['/gamesome', 'Page not found · Touchline'],
])('the tab at %s is called "%s"', (path, title) => expect(titleOf(path, 'Touchline')).toBe(title));
