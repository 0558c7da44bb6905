import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { betId } from '../testing/sample-ids.ts';
import { takeStake } from './take-stake.ts';
import { apply, emptyWallet } from './wallet.ts';

const wallet = { ...emptyWallet, cash: cents(1_000), held: cents(9_000), bonus: cents(9_000), staked: cents(9_000) };
const stakeOf = (amount: number) => ({ id: betId('b1'), stake: cents(amount), terms: 'digest' });

describe('taking a stake', () => {
  test('the whole balance can be staked', () => {
    expect(takeStake(wallet, stakeOf(1_000))).toEqual({
      ok: true,
      value: { type: 'StakeTaken', betId: 'b1', terms: 'digest', amount: 1_000 },
    });
  });

  test('a stake under later house rules than the first names their version', () => {
    const ruled = (rules: number) => takeStake(wallet, { ...stakeOf(100), rules });
    expect(ruled(1)).toEqual(takeStake(wallet, stakeOf(100)));
    expect(ruled(2)).toMatchObject({ value: { rules: 2 } });
  });

  test('the stake of a bet that awaits acceptance says so', () => {
    const awaiting = (awaitsAcceptance: boolean) => takeStake(wallet, { ...stakeOf(100), awaitsAcceptance });
    expect(awaiting(true)).toMatchObject({ value: { awaits: true } });
    expect(awaiting(false)).toEqual(takeStake(wallet, stakeOf(100)));
  });

  test('a stake above the balance is refused with the missing amount; held money and bonuses do not count', () => {
    expect(takeStake(wallet, stakeOf(1_250))).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: 1_000, missing: 250 },
    });
  });

  test('a wallet in debt cannot stake, and the missing amount includes the debt', () => {
    expect(takeStake({ ...wallet, cash: cents(-500) }, stakeOf(100))).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: -500, missing: 600 },
    });
  });

  test('cash is staked first, and only the rest comes from the bonus', () => {
    const own = { type: 'StakeTaken', betId: 'b1', terms: 'digest' };
    const staked = (amount: number) => takeStake(wallet, stakeOf(amount), { id: 't1' });
    expect(staked(1_000)).toEqual({ ok: true, value: { ...own, amount: 1_000 } });
    expect(staked(1_001)).toEqual({ ok: true, value: { ...own, amount: 1_001, fromBonus: 1, bonusId: 't1' } });
    expect(staked(10_000)).toEqual({ ok: true, value: { ...own, amount: 10_000, fromBonus: 9_000, bonusId: 't1' } });
  });

  test('a stake above balance and bonus together is refused with both and what is missing', () => {
    expect(takeStake(wallet, stakeOf(10_001), { id: 't1' })).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: 1_000, bonus: 9_000, missing: 1 },
    });
  });

  test('a wallet in debt cannot stake bonus money either', () => {
    expect(takeStake({ ...wallet, cash: cents(-500) }, stakeOf(100), { id: 't1' })).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: -500, bonus: 9_000, missing: 500 },
    });
  });

  test.each([0, -1])('a stake of %i cents is no stake', (amount) => {
    expect(takeStake(wallet, stakeOf(amount))).toEqual({ ok: false, refusal: { code: 'stake-invalid' } });
  });

  test('no accepted stake leaves a negative balance', () => {
    const amount = fc.integer({ min: -1_000, max: 100_000 });
    fc.assert(
      fc.property(amount, amount, (cash, stake) => {
        const before = { ...emptyWallet, cash: cents(cash) };
        const taken = takeStake(before, stakeOf(stake));
        expect(taken.ok).toBe(stake > 0 && stake <= cash);
        if (taken.ok) expect(apply(before, taken.value)).toEqual({ ...before, cash: cash - stake, staked: stake });
      }),
    );
  });
});
