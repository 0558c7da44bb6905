import { describe, expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { dayOfBonus, sampleBonus } from '../testing/sample-bonus.ts';
import { emptyWallet } from '../wallet/index.ts';
import { expireBonus, forfeitByWithdrawal } from './end-bonus.ts';

const now = dayOfBonus(3);
const wallet = { ...emptyWallet, cash: cents(5_000), bonus: cents(2_000) };
const bonus = sampleBonus({ onBets: cents(1_500) });

describe('withdrawing while a bonus is active', () => {
  test('is refused with what would be lost, in the wallet and on open bets', () => {
    expect(forfeitByWithdrawal({ bonus, wallet, now }, { forfeitBonus: false })).toEqual({
      ok: false,
      refusal: { code: 'bonus-would-be-lost', amount: 3_500 },
    });
  });

  test('loses the bonus when the bettor said so', () => {
    expect(forfeitByWithdrawal({ bonus, wallet, now }, { forfeitBonus: true })).toEqual({
      ok: true,
      value: {
        key: 'bonus:t1:forfeited',
        event: { type: 'BonusForfeited', amount: 2_000, bonusId: 't1', reason: 'withdrawal' },
        bonus: { ...bonus, version: 2, status: 'forfeited', endedAt: now },
      },
    });
  });

  test.each([
    ['there never was a bonus', undefined, wallet],
    ['it became cash', sampleBonus({ status: 'converted', onBets: cents(500) }), wallet],
    ['its time is up', sampleBonus({ expiresAt: now }), wallet],
    ['nothing is left of it', sampleBonus(), { ...wallet, bonus: cents(0) }],
  ])('loses nothing when %s', (_why, held, money) => {
    const asked = { bonus: held, wallet: money, now };
    expect(forfeitByWithdrawal(asked, { forfeitBonus: false })).toEqual({ ok: true, value: undefined });
    expect(forfeitByWithdrawal(asked, { forfeitBonus: true })).toEqual({ ok: true, value: undefined });
  });
});

describe('a bonus whose time is up', () => {
  test('is taken, not before', () => {
    expect(expireBonus({ bonus, wallet, now: dayOfBonus(29) })).toEqual({
      ok: false,
      refusal: { code: 'bonus-running' },
    });
    expect(expireBonus({ bonus, wallet, now: dayOfBonus(30) })).toEqual({
      ok: true,
      value: {
        key: 'bonus:t1:expired',
        event: { type: 'BonusForfeited', amount: 2_000, bonusId: 't1', reason: 'expired' },
        bonus: { ...bonus, version: 2, status: 'expired', endedAt: dayOfBonus(30) },
      },
    });
  });

  test('is taken once', () => {
    const ended = sampleBonus({ status: 'forfeited' });
    expect(expireBonus({ bonus: ended, wallet, now: dayOfBonus(31) })).toMatchObject({
      refusal: { code: 'bonus-ended' },
    });
    expect(expireBonus({ bonus: undefined, wallet, now })).toMatchObject({ refusal: { code: 'bonus-unknown' } });
  });
});
