import { expect, test } from 'vitest';
import { initials, kitOf, kits } from './kits.ts';
import { contrast, inkOn } from './shield.tsx';

test.each([
  ['Manchester United', 'MU'],
  ['Arsenal', 'ARS'],
  ['AC Milan', 'MIL'],
  ['Brighton and Hove Albion', 'BHA'],
  ['Saint-Étienne', 'SÉ'],
  ['FC', 'FC'],
])('the crest of %s, if it were unknown, shows %s', (name, text) => expect(initials(name)).toBe(text));

test.each(Object.entries(kits))('no two crests of %s are alike, in letters or in colours', (_, ofLeague) => {
  const names = Object.keys(ofLeague);
  const designs = names.map((name) => Object.values(kitOf(name)).slice(1).join());
  expect(designs.filter((design, at) => designs.indexOf(design) !== at)).toEqual([]);
  expect(new Set(names.map((name) => kitOf(name).letters)).size).toBe(names.length);
});

test('the letters of every crest are readable on their ground', () => {
  const names = [...Object.values(kits).flatMap((ofLeague) => Object.keys(ofLeague)), 'Alpha City', 'Beta Town'];
  const unreadable = names.filter((name) => {
    const { shirt } = kitOf(name);
    return contrast(shirt, inkOn(shirt)) < 4.5;
  });
  expect(unreadable).toEqual([]);
});

test('a known club has its own colours, and an unknown one always the same', () => {
  expect(kitOf('Barcelona')).toEqual({ letters: 'BAR', pattern: 'stripes', shirt: '#1d4fb8', trim: '#6f1433' });
  expect(kitOf('Alpha City')).toEqual(kitOf('Alpha City'));
  expect(kitOf('Alpha City').shirt).not.toBe(kitOf('Alpha City').trim);
});
