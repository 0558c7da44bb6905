import { expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { sampleEvents } from '../testing/sample-events.ts';
import { betId } from '../testing/sample-ids.ts';
import { movedBecause, viewWallet, walletPush } from './wallet.ts';

test('a wallet goes over the wire in dollars, its cash as the balance', () => {
  const wallet = { cash: cents(123_456), held: cents(1_000), bonus: cents(5), staked: cents(0) };
  const view = { version: 7, balance: 1234.56, held: 10, bonus: 0.05, staked: 0 };
  expect(viewWallet(wallet, 7)).toEqual(view);
  const pushed = { ...view, reason: { type: 'WinningsPaid', amount: 25, betId: 'b1' } };
  expect([walletPush.parse(view), walletPush.parse(pushed)]).toEqual([view, pushed]);
});

test('a pushed wallet says what moved it, by how much, and what happened to a bonus', () => {
  const { BonusConverted, BonusForfeited, StakeTaken, WinningsPaid } = sampleEvents;
  expect(movedBecause(WinningsPaid, [], betId('b1'))).toEqual({ type: 'WinningsPaid', amount: 25, betId: 'b1' });
  expect(movedBecause({ ...WinningsPaid, toBonus: cents(500) }, [BonusConverted])).toEqual({
    type: 'WinningsPaid',
    amount: 20,
    bonus: { type: 'BonusConverted', amount: 5 },
  });
  expect(movedBecause({ ...StakeTaken, fromBonus: cents(1_000) })).toEqual({ type: 'StakeTaken', amount: 0 });
  const forfeited = movedBecause(BonusForfeited);
  expect(forfeited).toEqual({ type: 'BonusForfeited', amount: 0, bonus: { type: 'BonusForfeited', amount: 5 } });
  expect(walletPush.shape.reason.parse(forfeited)).toEqual(forfeited);
});
