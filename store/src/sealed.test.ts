import { expect, test } from 'vitest';
import { type DataKey, makeDataKey, open, readDataKey, SealBroken, seal } from './sealed.ts';

function keyFrom(text: string): DataKey {
  const key = readDataKey(text);
  if (!key) throw new Error(`${text} is no key`);
  return key;
}
const first = makeDataKey();
const key = keyFrom(first);

test('opens in its own context only, and reveals nothing while sealed', () => {
  const sealed = seal(key, 'NL91 ABNA 0417 1643 00', 'bank:ada');
  expect(open(key, sealed, 'bank:ada')).toBe('NL91 ABNA 0417 1643 00');
  expect(sealed).not.toContain('NL91');
  expect(seal(key, 'NL91 ABNA 0417 1643 00', 'bank:ada')).not.toBe(sealed);
  expect(open(key, seal(key, '', 'bank:ada'), 'bank:ada')).toBe('');
});

test('does not open for another row', () => {
  const sealed = seal(key, 'secret of ada', 'totp:ada');
  expect(() => open(key, sealed, 'totp:bea')).toThrow(SealBroken);
  expect(() => open(key, sealed, 'bank:ada')).toThrow(SealBroken);
});

test('does not open after any change', () => {
  const sealed = seal(key, 'secret of ada', 'totp:ada');
  const parts = sealed.split('.');
  for (const [place, part] of parts.entries()) {
    const changed = part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`;
    expect(() => open(key, parts.with(place, changed).join('.'), 'totp:ada')).toThrow(SealBroken);
    expect(() => open(key, parts.with(place, '').join('.'), 'totp:ada')).toThrow(SealBroken);
  }
  for (const nonsense of ['', 'text', `${sealed}.x`]) expect(() => open(key, nonsense, 'totp:ada')).toThrow(SealBroken);
});

test('seals with the new key and opens older values with the old one', () => {
  const before = seal(key, 'old', 'x');
  const second = makeDataKey();
  const both = keyFrom(`${second}, ${first}`);
  expect(open(both, before, 'x')).toBe('old');
  expect(open(keyFrom(second), seal(both, 'new', 'x'), 'x')).toBe('new');
  expect(() => open(keyFrom(second), before, 'x')).toThrow('which is not among those given');
});

test.each(['', 'short', 'a'.repeat(44), `${makeDataKey()},`, makeDataKey().replace('=', ''), `${makeDataKey()} x`])(
  'rejects %j as a key',
  (text) => {
    expect(readDataKey(text)).toBeUndefined();
  },
);
