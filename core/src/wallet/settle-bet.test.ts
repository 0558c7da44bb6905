import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gradeBet } from '../betting/index.ts';
import { cents } from '../money/index.ts';
import { anyPrice } from '../testing/any-price.ts';
import { betId } from '../testing/sample-ids.ts';
import { settleBet } from './settle-bet.ts';
import { takeStake } from './take-stake.ts';
import { apply, emptyWallet } from './wallet.ts';

const bet = { id: betId('b1'), stake: cents(1_000), settlement: 2, legs: ['won', 'void'] } as const;
const named = { betId: 'b1', settlement: 2, legs: ['won', 'void'] };

describe('the event that ends a bet', () => {
  test('a pending bet has none', () => {
    expect(settleBet(bet, { status: 'pending', payout: cents(0) })).toBeUndefined();
  });

  test('a won bet pays its winnings from the stake and the operator', () => {
    expect(settleBet(bet, { status: 'won', payout: cents(2_500) })).toEqual({
      type: 'WinningsPaid',
      ...named,
      stake: 1_000,
      amount: 2_500,
    });
  });

  test('a lost bet loses its stake', () => {
    expect(settleBet(bet, { status: 'lost', payout: cents(0) })).toEqual({
      type: 'StakeLost',
      ...named,
      amount: 1_000,
    });
  });

  test('a void bet refunds its stake', () => {
    const refunded = settleBet(bet, { status: 'void', payout: cents(1_000) });
    expect(refunded).toEqual({ type: 'StakeRefunded', ...named, amount: 1_000 });
  });

  test('however a bet ends, its stake is no longer staked and cash grows by the payout', () => {
    const status = fc.constantFrom('won', 'lost', 'void', 'half-won', 'half-lost');
    const legs = fc.array(fc.record({ status, odds: anyPrice }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 500_000 }), legs, (stake, graded) => {
        const placed = { id: betId('b1'), stake: cents(stake), terms: 'digest' };
        const taken = takeStake({ ...emptyWallet, cash: cents(stake) }, placed);
        const end = gradeBet(placed.stake, graded);
        const event = settleBet({ ...placed, settlement: 1, legs: graded.map((leg) => leg.status) }, end);
        if (!taken.ok || !event) throw new Error('a graded bet is staked and ends');
        expect(event.amount).toBeGreaterThan(0);
        const staked = apply({ ...emptyWallet, cash: cents(stake) }, taken.value);
        expect(apply(staked, event)).toEqual({ ...emptyWallet, cash: end.payout });
      }),
    );
  });
});
