import { expect, test } from 'vitest';
import type { BetId, TransactionId, WalletId } from '../ids.ts';
import { cents } from '../money/index.ts';
import type { WalletEvent } from '../wallet/index.ts';
import { notificationsOf } from './notifications-of.ts';

const betId = 'b1' as BetId;
const transactionId = 't1' as TransactionId;
const walletId = 'w1' as WalletId;
const [ten, twenty] = [cents(1_000), cents(2_000)];
const factsOf = (events: readonly WalletEvent[], actor = 'system:settlement') =>
  notificationsOf(events.map((event, at) => ({ walletId, key: `key ${at}`, actor, event })));
const won: WalletEvent = {
  type: 'WinningsPaid',
  amount: twenty,
  stake: ten,
  betId,
  settlement: 1,
  legs: ['won', 'void'],
};
const rolledBack: WalletEvent = {
  type: 'SettlementRolledBack',
  amount: twenty,
  stake: ten,
  reverses: 'WinningsPaid',
  reason: 'corrected',
  betId,
  settlement: 1,
};

test.each([
  ['won', won],
  ['lost', { type: 'StakeLost', amount: ten, betId, settlement: 1, legs: ['lost'] }],
  ['void', { type: 'StakeRefunded', amount: ten, betId, settlement: 1, legs: ['void'] }],
  ['half-won', { type: 'WinningsPaid', amount: ten, stake: ten, betId, settlement: 1, legs: ['half-won'] }],
  ['half-lost', { type: 'WinningsPaid', amount: ten, stake: ten, betId, settlement: 1, legs: ['half-lost'] }],
] as const satisfies readonly (readonly [string, WalletEvent])[])(
  'a settlement notifies that a bet is %s',
  (result, event) => {
    expect(factsOf([event])).toEqual([
      { walletId, cause: 'key 0', facts: { kind: 'bet-settled', betId, result, amount: event.amount } },
    ]);
  },
);

test('a rollback and the settlement after it are one notification, and a rollback alone opens the bet again', () => {
  expect(factsOf([rolledBack, { type: 'StakeLost', amount: ten, betId, settlement: 2, legs: ['lost'] }])).toEqual([
    { walletId, cause: 'key 1', facts: { kind: 'bet-corrected', betId, result: 'lost', amount: ten } },
  ]);
  expect(factsOf([rolledBack])).toEqual([
    { walletId, cause: 'key 0', facts: { kind: 'bet-corrected', betId, result: 'open', amount: twenty } },
  ]);
});

test('what bettors do themselves notifies of nothing', () => {
  const released: WalletEvent = { type: 'WithdrawalReleased', amount: ten, reason: 'canceled', transactionId };
  const requested: WalletEvent = { type: 'WithdrawalRequested', amount: ten, transactionId };
  expect(factsOf([released, requested], 'user:u1')).toEqual([]);
  expect(factsOf([released], 'admin:a1')).toMatchObject([{ facts: { kind: 'withdrawal', result: 'rejected' } }]);
});
