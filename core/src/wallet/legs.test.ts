import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sum } from '../money/index.ts';
import { anyEvent, anyEventOf } from '../testing/any-event.ts';
import { sampleEvents } from '../testing/sample-events.ts';
import type { WalletEvent, WalletEventType } from './event.ts';
import { type Account, isMovedByAmount, isPlayerAccount, legs, playerAccounts } from './legs.ts';

type Moves = readonly (readonly [Account, number])[];
const moves = (event: WalletEvent): Moves => legs(event).map((leg) => [leg.account, leg.amount]);

// What every type of event books: a type that is missing does not compile.
const booked: { readonly [Type in WalletEventType]: Moves } = {
  DepositCredited: [
    ['provider:clearing', -10_000],
    ['player:cash', 10_000],
  ],
  DepositReversed: [
    ['player:cash', -10_000],
    ['provider:clearing', 10_000],
  ],
  WithdrawalRequested: [
    ['player:cash', -2_000],
    ['player:held', 2_000],
  ],
  WithdrawalPaid: [
    ['player:held', -2_000],
    ['payouts:clearing', 2_000],
  ],
  WithdrawalReleased: [
    ['player:held', -2_000],
    ['player:cash', 2_000],
  ],
  StakeTaken: [
    ['player:cash', -1_000],
    ['player:staked', 1_000],
  ],
  BetAccepted: [],
  BetRejected: [
    ['player:staked', -1_000],
    ['player:cash', 1_000],
  ],
  CashedOut: [
    ['player:staked', -400],
    ['house:result', -300],
    ['player:cash', 700],
  ],
  WinningsPaid: [
    ['player:staked', -1_000],
    ['house:result', -1_500],
    ['player:cash', 2_500],
  ],
  StakeLost: [
    ['player:staked', -1_000],
    ['house:result', 1_000],
  ],
  StakeRefunded: [
    ['player:staked', -1_000],
    ['player:cash', 1_000],
  ],
  SettlementRolledBack: [
    ['player:staked', 1_000],
    ['house:result', 1_500],
    ['player:cash', -2_500],
  ],
  BonusGranted: [
    ['house:bonus', -500],
    ['player:bonus', 500],
  ],
  BonusConverted: [
    ['player:bonus', -500],
    ['player:cash', 500],
  ],
  BonusTakenBack: [
    ['player:cash', -500],
    ['house:bonus', 500],
  ],
  BonusForfeited: [
    ['player:bonus', -500],
    ['house:bonus', 500],
  ],
  AdjustmentMade: [
    ['house:result', 300],
    ['player:cash', -300],
  ],
};

describe('the double entry of an event', () => {
  test('every type of event moves money between accounts', () => {
    const all = Object.entries(sampleEvents).map(([type, event]) => [type, moves(event)]);
    expect(Object.fromEntries(all)).toEqual(booked);
  });

  test('an event that is moved by its amount has the same legs without its payload', () => {
    const cut = ({ type, amount }: WalletEvent) => moves({ type, amount } as WalletEvent);
    const mentions = (event: WalletEvent) => (member: string) => member in event;
    const moved = Object.values(sampleEvents).filter((event) => isMovedByAmount(event.type, mentions(event)));
    expect(moved.map(cut)).toEqual(moved.map(moves));
    expect(moved.map(({ type }) => type)).not.toContain('WinningsPaid');
  });

  test('the legs of every event sum to zero, and none is 0', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const entries = legs(event);
        expect(sum(entries.map((leg) => leg.amount))).toBe(0);
        expect(entries.filter((leg) => leg.amount === 0)).toEqual([]);
        expect(new Set(entries.map((leg) => leg.account)).size).toBe(entries.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a half-lost bet pays half the stake to the operator', () => {
    expect(moves({ ...sampleEvents.WinningsPaid, amount: cents(500) })).toEqual([
      ['player:staked', -1_000],
      ['house:result', 500],
      ['player:cash', 500],
    ]);
  });

  test('a stake takes from the cash what does not come from the bonus', () => {
    expect(moves({ ...sampleEvents.StakeTaken, fromBonus: cents(300), bonusId: 'welcome' })).toEqual([
      ['player:cash', -700],
      ['player:bonus', -300],
      ['player:staked', 1_000],
    ]);
    expect(moves({ ...sampleEvents.StakeTaken, fromBonus: cents(1_000), bonusId: 'welcome' })).toEqual([
      ['player:bonus', -1_000],
      ['player:staked', 1_000],
    ]);
  });

  test('the bonus share of winnings and refunds goes to the bonus, or to the operator if the bonus was lost', () => {
    expect(moves({ ...sampleEvents.WinningsPaid, toBonus: cents(750), bonusId: 'welcome' })).toEqual([
      ['player:staked', -1_000],
      ['house:result', -1_500],
      ['player:cash', 1_750],
      ['player:bonus', 750],
    ]);
    expect(moves({ ...sampleEvents.StakeRefunded, forfeited: cents(300), bonusId: 'welcome' })).toEqual([
      ['player:staked', -1_000],
      ['player:cash', 700],
      ['house:bonus', 300],
    ]);
  });

  test('the stake of a rejected bet returns to where it came from', () => {
    expect(moves({ ...sampleEvents.BetRejected, toBonus: cents(300), bonusId: 'welcome' })).toEqual([
      ['player:staked', -1_000],
      ['player:cash', 700],
      ['player:bonus', 300],
    ]);
  });

  test('an event with a bonus share is not moved by its amount alone', () => {
    const all = (member: string) => ['fromBonus', 'toBonus', 'forfeited', 'wagered', 'bonusId'].includes(member);
    const types = Object.keys(sampleEvents).filter((type) => !isMovedByAmount(type, all));
    const settling = ['WinningsPaid', 'StakeRefunded', 'SettlementRolledBack'];
    expect(types).toEqual(['StakeTaken', 'BetRejected', 'CashedOut', ...settling]);
  });

  test("winnings of exactly the stake do not change the operator's result", () => {
    expect(moves({ ...sampleEvents.WinningsPaid, amount: cents(1_000) })).toEqual([
      ['player:staked', -1_000],
      ['player:cash', 1_000],
    ]);
  });

  test('a rollback posts the opposite entries', () => {
    const { betId, settlement } = sampleEvents.StakeLost;
    const rollBack = { type: 'SettlementRolledBack' as const, betId, settlement, reason: 'wrong score' };
    const settledBy = fc.oneof(anyEventOf.WinningsPaid, anyEventOf.StakeLost, anyEventOf.StakeRefunded);
    fc.assert(
      fc.property(settledBy, (event) => {
        const stake = event.type === 'WinningsPaid' ? event.stake : event.amount;
        const { toBonus, forfeited } = event;
        const shares = { ...(toBonus && { toBonus }), ...(forfeited && { forfeited }) };
        const reversed = moves({ ...rollBack, reverses: event.type, amount: event.amount, stake, ...shares });
        expect(reversed).toEqual(moves(event).map(([account, amount]) => [account, -amount]));
      }),
    );
  });

  test('four of the accounts are the player’s own', () => {
    const accounts = new Set(Object.values(booked).flatMap((entries) => entries.map(([account]) => account)));
    expect([...accounts].filter(isPlayerAccount).toSorted()).toEqual([...playerAccounts].toSorted());
    expect([...accounts].filter((account) => !isPlayerAccount(account)).toSorted()).toEqual([
      'house:bonus',
      'house:result',
      'payouts:clearing',
      'provider:clearing',
    ]);
  });
});
