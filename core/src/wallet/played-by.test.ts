import { expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { sampleEvents } from '../testing/sample-events.ts';
import { playedBy } from './played-by.ts';

test('only stakes, cash-outs, settlements and their rollbacks count as play', () => {
  const counts = Object.values(sampleEvents).filter((event) => {
    const { staked, lost } = playedBy(event);
    return staked !== 0 || lost !== 0;
  });
  expect([...new Set(counts.map((event) => event.type))].toSorted()).toEqual([
    'BetRejected',
    'CashedOut',
    'SettlementRolledBack',
    'StakeLost',
    'StakeTaken',
    'WinningsPaid',
  ]);
});

test('a win is a negative loss, and its rollback undoes it', () => {
  const settled = { betId: 'b1' as never, settlement: 1, legs: [] };
  const won = playedBy({ type: 'WinningsPaid', amount: cents(2_500), stake: cents(1_000), ...settled });
  const back = playedBy({
    type: 'SettlementRolledBack',
    amount: cents(2_500),
    stake: cents(1_000),
    reverses: 'WinningsPaid',
    reason: 'wrong result',
    betId: settled.betId,
    settlement: 1,
  });
  expect([won, back]).toEqual([
    { staked: 0, lost: -1_500 },
    { staked: 0, lost: 1_500 },
  ]);
});
