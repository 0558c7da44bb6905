import { expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { viewWallet, walletPush } from './wallet.ts';

test('a wallet goes over the wire in dollars, its cash as the balance', () => {
  const wallet = { cash: cents(123_456), held: cents(1_000), bonus: cents(5), staked: cents(0) };
  const view = { version: 7, balance: 1234.56, held: 10, bonus: 0.05, staked: 0 };
  expect(viewWallet(wallet, 7)).toEqual(view);
  const pushed = { ...view, reason: { type: 'WinningsPaid', amount: 25, betId: 'b1' } };
  expect([walletPush.parse(view), walletPush.parse(pushed)]).toEqual([view, pushed]);
});
