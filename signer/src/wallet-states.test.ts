import { createHash } from 'node:crypto';
import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { createWalletStates, emptyState, stateBytes, type WalletState, type WalletStates } from './wallet-states.ts';

// More than one block holds.
const many = 40_000;
const idOf = (number: number): string => `01a1f96f-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
const stateOf = (number: number, version = 1): WalletState => ({
  version,
  head: createHash('sha256').update(`${number} ${version}`).digest('hex'),
  recordedAt: number,
  cash: cents(number * version),
  held: cents(1),
  bonus: cents(2),
  staked: cents(3),
});

function addWallets(wallets: WalletStates, from: number, to: number): void {
  for (let number = from; number < to; number += 1) wallets.change(wallets.add(idOf(number)), stateOf(number));
}

function expectStates(wallets: WalletStates, version = 1): void {
  expect(wallets.count()).toBe(many);
  for (let number = 0; number < many; number += 997) {
    const ordinal = wallets.find(idOf(number));
    expect(ordinal).toBe(number);
    expect(wallets.current(number)).toEqual(stateOf(number, version));
  }
}

test('sealed wallets are the same after they were written and read', () => {
  const wallets = createWalletStates();
  addWallets(wallets, 0, many);
  wallets.seal();
  const bytes = Buffer.concat(wallets.toBytes());
  expect(bytes).toHaveLength(many * stateBytes);
  let at = 0;
  const read = createWalletStates(many, (part) => {
    at += bytes.copy(part, 0, at);
  });
  expectStates(read);
  expect(read.sealed(many - 1)).toEqual(wallets.sealed(many - 1));
  expect(Buffer.concat(read.toBytes())).toEqual(bytes);
});

test('reverting forgets new wallets and what changed since the seal', () => {
  const wallets = createWalletStates();
  addWallets(wallets, 0, many);
  expect(wallets.changes()).toBe(many);
  wallets.seal();
  for (let number = 0; number < many; number += 1) wallets.change(number, stateOf(number, 2));
  addWallets(wallets, many, 2 * many);
  expect(wallets.changes()).toBe(2 * many);
  expect(wallets.sealed(5)).toMatchObject({ version: 1, cash: 5 });

  wallets.revert();
  expect(wallets.changes()).toBe(0);
  expect(wallets.find(idOf(many))).toBeUndefined();
  expectStates(wallets);
  const ordinal = wallets.add(idOf(many));
  expect(wallets.current(ordinal)).toEqual(emptyState);
});
