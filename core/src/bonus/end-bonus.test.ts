import { describe, expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { dayOfBonus, sampleBonus } from '../testing/sample-bonus.ts';
import { emptyWallet } from '../wallet/index.ts';
import { endByReversal, expireBonus, forfeitByWithdrawal } from './end-bonus.ts';

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

describe('a deposit that brought the bonus and is reversed', () => {
  const cash = sampleBonus({ status: 'converted', converted: cents(2_500), endedAt: dayOfBonus(2) });
  const poor = { ...emptyWallet, cash: cents(100) };

  test('loses a bonus that runs, by a refund and by a chargeback', () => {
    for (const kind of ['refund', 'chargeback'] as const) {
      expect(endByReversal({ bonus, wallet, now }, { kind })).toMatchObject({
        event: { type: 'BonusForfeited', amount: 2_000, reason: 'deposit-reversed' },
        bonus: { status: 'forfeited' },
      });
    }
  });

  test('takes back what became cash by a chargeback, whatever is there of it, and never twice', () => {
    const taken = endByReversal({ bonus: cash, wallet: poor, now }, { kind: 'chargeback' });
    expect(taken).toEqual({
      key: 'bonus:t1:taken-back',
      event: { type: 'BonusTakenBack', amount: 2_500, bonusId: 't1' },
      bonus: { ...cash, version: 2, status: 'forfeited', endedAt: now },
    });
    expect(endByReversal({ bonus: taken?.bonus, wallet: poor, now }, { kind: 'chargeback' })).toBeUndefined();
  });

  test('takes nothing back of what became cash by a refund, nor where nothing became cash or none was granted', () => {
    expect(endByReversal({ bonus: cash, wallet, now }, { kind: 'refund' })).toBeUndefined();
    const nothing = sampleBonus({ status: 'converted', converted: cents(0) });
    for (const held of [nothing, sampleBonus({ status: 'expired' }), undefined]) {
      expect(endByReversal({ bonus: held, wallet, now }, { kind: 'chargeback' })).toBeUndefined();
    }
  });
});
