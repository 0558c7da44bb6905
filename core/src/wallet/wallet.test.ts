import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents } from '../money/index.ts';
import { anyEvent } from '../testing/any-event.ts';
import { sampleEvents } from '../testing/sample-events.ts';
import type { WalletEvent } from './event.ts';
import { legs, playerAccounts } from './legs.ts';
import { apply, balanceOf, emptyWallet, replay, type Wallet } from './wallet.ts';

const { DepositCredited, WithdrawalRequested, WithdrawalPaid, WithdrawalReleased, StakeTaken } = sampleEvents;
const { WinningsPaid, StakeLost, StakeRefunded, SettlementRolledBack, AdjustmentMade } = sampleEvents;
const { BonusGranted, BonusConverted, BonusForfeited, DepositReversed } = sampleEvents;

describe('a wallet is the fold of its events', () => {
  test.each<[string, readonly WalletEvent[], Partial<Record<keyof Wallet, number>>]>([
    ['nothing happened', [], {}],
    ['a deposit can be staked and withdrawn', [DepositCredited], { cash: 10_000 }],
    ['a stake waits for its bet', [DepositCredited, StakeTaken], { cash: 9_000, staked: 1_000 }],
    ['winnings replace the stake', [DepositCredited, StakeTaken, WinningsPaid], { cash: 11_500 }],
    ['a lost stake is gone', [DepositCredited, StakeTaken, StakeLost], { cash: 9_000 }],
    ['a refund restores the wallet', [DepositCredited, StakeTaken, StakeRefunded], { cash: 10_000 }],
    ['a withdrawal is held first', [DepositCredited, WithdrawalRequested], { cash: 8_000, held: 2_000 }],
    ['and leaves when it is paid', [DepositCredited, WithdrawalRequested, WithdrawalPaid], { cash: 8_000 }],
    ['or comes back when it is not', [DepositCredited, WithdrawalRequested, WithdrawalReleased], { cash: 10_000 }],
    ['a bonus is not cash', [BonusGranted], { bonus: 500 }],
    ['until it is converted', [BonusGranted, BonusConverted], { cash: 500 }],
    ['or forfeited', [BonusGranted, BonusForfeited], {}],
    ['an adjustment may take money away', [DepositCredited, AdjustmentMade], { cash: 9_700 }],
    [
      'a reversed deposit that was spent leaves a debt',
      [DepositCredited, StakeTaken, DepositReversed],
      { cash: -1_000, staked: 1_000 },
    ],
  ])('%s', (_what, events, wallet) => {
    expect(replay(events)).toEqual({ cash: 0, held: 0, bonus: 0, staked: 0, ...wallet });
  });

  test('each of the player’s accounts is the sum of its legs over all events', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        const wallet = replay(events);
        const entries = events.flatMap(legs);
        for (const account of playerAccounts) {
          const exact = entries
            .filter((leg) => leg.account === account)
            .reduce((total, leg) => total + BigInt(leg.amount), 0n);
          expect(BigInt(balanceOf(wallet, account))).toBe(exact);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('replaying a part and then the rest is replaying all', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), fc.array(anyEvent), (before, after) => {
        expect(after.reduce(apply, replay(before))).toEqual(replay([...before, ...after]));
      }),
    );
  });

  test('applying an event does not mutate the wallet', () => {
    const before = { ...emptyWallet };
    apply(emptyWallet, DepositCredited);
    expect(emptyWallet).toEqual(before);
  });
});

describe('a settlement that is rolled back', () => {
  const rolledBack = (event: WalletEvent & { type: 'WinningsPaid' | 'StakeLost' | 'StakeRefunded' }): WalletEvent => ({
    ...SettlementRolledBack,
    reverses: event.type,
    amount: event.amount,
    stake: StakeTaken.amount,
  });

  test.each([
    ['winnings', WinningsPaid],
    ['a lost stake', StakeLost],
    ['a refund', StakeRefunded],
  ])('restores the wallet exactly: %s', (_what, event) => {
    const staked = replay([DepositCredited, StakeTaken]);
    expect([event, rolledBack(event)].reduce<Wallet>(apply, staked)).toEqual(staked);
  });

  test('restores any wallet', () => {
    const amount: fc.Arbitrary<Cents> = fc.integer({ min: 1, max: 10_000_000 }).map(cents);
    fc.assert(
      fc.property(fc.array(anyEvent), amount, amount, (events, stake, paid) => {
        const before = replay(events);
        const won: WalletEvent = { ...WinningsPaid, stake, amount: paid };
        const back: WalletEvent = { ...SettlementRolledBack, reverses: 'WinningsPaid', stake, amount: paid };
        expect([won, back].reduce<Wallet>(apply, before)).toEqual(before);
      }),
    );
  });

  test('winnings that were already spent become a debt', () => {
    const spent = replay([StakeTaken, WinningsPaid, { ...WithdrawalRequested, amount: cents(1_500) }]);
    expect(apply(spent, rolledBack(WinningsPaid))).toEqual({ cash: -2_500, held: 1_500, bonus: 0, staked: 1_000 });
  });
});
