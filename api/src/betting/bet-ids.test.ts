import type { WalletId } from '@touchline/core/ids';
import { expect, test } from 'vitest';
import { betIdFor } from './place-bet.ts';

const wallet = '018f0000-0000-7000-8000-000000000001' as string as WalletId;
const other = '018f0000-0000-7000-8000-000000000002' as string as WalletId;

test('the same key of the same wallet is the same bet, on any node and after any restart', () => {
  expect(betIdFor(wallet, 'press-1')).toBe('aae08b1b-2225-8aae-a202-70976a1af24f');
});

test('another key, or the same key of another wallet, is another bet', () => {
  const ids = new Set([betIdFor(wallet, 'press-1'), betIdFor(wallet, 'press-2'), betIdFor(other, 'press-1')]);
  expect(ids.size).toBe(3);
});

test('without a key every bet is a new one', () => {
  expect(betIdFor(wallet, undefined)).not.toBe(betIdFor(wallet, undefined));
});

test.each([
  ['press-1', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  [undefined, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
])('a bet with key %s has a UUID of the right version', (key, shape) => {
  expect(betIdFor(wallet, key)).toMatch(shape);
});
