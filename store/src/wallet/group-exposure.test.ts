import { expect, test } from 'vitest';
import { fullCombinations } from './group-exposure.ts';

test('keeps the latest combinations up to its limit', () => {
  const full = fullCombinations(2);
  expect(full.isEmpty()).toBe(true);
  for (const key of ['a', 'b', 'a', 'c']) full.remember(key);
  expect(['a', 'b', 'c'].filter(full.has)).toEqual(['a', 'c']);
  expect(full.isEmpty()).toBe(false);
});
