import { expect, test } from 'vitest';
import type { BetView } from './bets.ts';
import { viewSharedBet } from './view-bet.ts';

const bet: BetView = {
  ...{ _id: 'b1', version: 3, status: 'pending', createdAt: '2026-11-20T12:00:00.000Z', settledAt: null },
  ...{ stake: 100, totalOdds: 3, potentialPayout: 150.1, payout: null, matches: [] },
  cashedOut: { stake: 50, paid: 60.2 },
};

test.each<[string, Partial<BetView>, { readonly potentialPayout: number; readonly payout: number | null }]>([
  ['pending', {}, { potentialPayout: 210.3, payout: null }],
  ['won', { status: 'won', payout: 150.1 }, { potentialPayout: 210.3, payout: 210.3 }],
  ['lost', { status: 'lost', payout: 0 }, { potentialPayout: 210.3, payout: 60.2 }],
  ['cashed out', { status: 'cashed-out', payout: 120.4 }, { potentialPayout: 150.1, payout: 120.4 }],
])('the amounts of a shared bet have what was cashed out: %s', (_what, change, amounts) => {
  expect(viewSharedBet({ ...bet, ...change }, true).amounts).toEqual({ stake: 100, ...amounts });
});
