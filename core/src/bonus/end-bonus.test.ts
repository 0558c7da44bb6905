import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { dayOfBonus, sampleBonus } from '../testing/sample-bonus.ts';
import { emptyWallet } from '../wallet/index.ts';
import type { Bonus } from './bonus.ts';
import { endByReversal, expireBonus, forfeitByWithdrawal } from './end-bonus.ts';

const now = dayOfBonus(3);
const wallet = { ...emptyWallet, cash: cents(5_000), bonus: cents(2_000) };
const bonus = sampleBonus({ onBets: cents(1_500) });

describe('withdrawing while a bonus is active', () => {
  test('is refused with the amount that would be lost, in the wallet and on open bets', () => {
    expect(forfeitByWithdrawal({ bonus, wallet, now }, { forfeitBonus: false })).toEqual({
      ok: false,
      refusal: { code: 'bonus-would-be-lost', amount: 3_500 },
    });
  });

  test('forfeits the bonus if the bettor agreed', () => {
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

describe('an expired bonus', () => {
  test('ends at its expiry, not before', () => {
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

  test('ends once', () => {
    const ended = sampleBonus({ status: 'forfeited' });
    expect(expireBonus({ bonus: ended, wallet, now: dayOfBonus(31) })).toMatchObject({
      refusal: { code: 'bonus-ended' },
    });
    expect(expireBonus({ bonus: undefined, wallet, now })).toMatchObject({ refusal: { code: 'bonus-unknown' } });
  });
});

describe('reversing the deposit of a bonus', () => {
  const cash = sampleBonus({
    deposit: cents(2_000),
    status: 'converted',
    converted: cents(2_500),
    endedAt: dayOfBonus(2),
  });
  const poor = { ...emptyWallet, cash: cents(100) };

  const reversal = (kind: 'refund' | 'chargeback', amount = 2_000, reversalId = 'r1') => ({
    kind,
    amount: cents(amount),
    reversalId,
  });

  test('forfeits an active bonus, by refund or chargeback, even of a part', () => {
    for (const kind of ['refund', 'chargeback'] as const) {
      expect(endByReversal({ bonus, wallet, now }, reversal(kind, 1))).toMatchObject({
        event: { type: 'BonusForfeited', amount: 2_000, reason: 'deposit-reversed' },
        bonus: { status: 'forfeited' },
      });
    }
  });

  test('a full chargeback takes back all converted cash, whatever the balance, and only once', () => {
    const taken = endByReversal({ bonus: cash, wallet: poor, now }, reversal('chargeback'));
    expect(taken).toEqual({
      key: 'bonus:t1:taken-back:r1',
      event: { type: 'BonusTakenBack', amount: 2_500, bonusId: 't1' },
      bonus: { ...cash, version: 2, status: 'forfeited', chargedBack: 2_000, takenBack: 2_500, endedAt: now },
    });
    expect(endByReversal({ bonus: taken?.bonus, wallet: poor, now }, reversal('chargeback'))).toBeUndefined();
  });

  test('a partial chargeback takes back its share, rounded up to the cent; the last one takes the rest', () => {
    const odd = { ...cash, converted: cents(3_333) };
    const first = endByReversal({ bonus: odd, wallet, now }, reversal('chargeback', 500));
    expect(first).toEqual({
      key: 'bonus:t1:taken-back:r1',
      event: { type: 'BonusTakenBack', amount: 834, bonusId: 't1' },
      bonus: { ...odd, version: 2, chargedBack: 500, takenBack: 834 },
    });
    expect(endByReversal({ bonus: first?.bonus, wallet, now }, reversal('chargeback', 1_500, 'r2'))).toMatchObject({
      key: 'bonus:t1:taken-back:r2',
      event: { amount: 2_499 },
      bonus: { status: 'forfeited', chargedBack: 2_000 },
    });
  });

  test('any sequence of chargebacks takes at least its share, never more than was converted, and all of it in the end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 12 }),
        (became, parts) => {
          const whole = cents(parts.reduce((total, one) => total + one, 0));
          let held: Bonus | undefined = { ...cash, converted: cents(became), deposit: whole };
          let [taken, chargedBack] = [0, 0];
          for (const [place, amount] of parts.entries()) {
            const ended = endByReversal({ bonus: held, wallet, now }, reversal('chargeback', amount, `r${place}`));
            const moved = ended?.event.amount ?? Number.NaN;
            expect(moved).toBeGreaterThanOrEqual(0);
            taken += moved;
            chargedBack += amount;
            // Less than a cent above the exact part.
            expect(taken - (became * chargedBack) / whole).toBeGreaterThan(-1e-6);
            expect(taken - (became * chargedBack) / whole).toBeLessThan(1);
            held = ended?.bonus;
            expect(held?.status).toBe(chargedBack === whole ? 'forfeited' : 'converted');
          }
          expect(taken).toBe(became);
        },
      ),
    );
  });

  test('also takes back cash converted after the first partial chargeback, and never returns any', () => {
    const first = endByReversal({ bonus: cash, wallet, now }, reversal('chargeback', 500));
    expect(first?.event.amount).toBe(625);
    const later = (converted: number, amount = 1_500) => {
      const held = first && { ...first.bonus, converted: cents(converted) };
      return endByReversal({ bonus: held, wallet, now }, reversal('chargeback', amount, 'r2'))?.event.amount;
    };
    expect(later(4_500)).toBe(4_500 - 625);
    expect(later(100)).toBe(0);
    // More was taken out of it by corrections than had become cash.
    expect(later(-300, 100)).toBe(0);
  });

  test('a full chargeback forfeits bonus money on open bets, even if nothing was converted', () => {
    const allOnBets = sampleBonus({
      deposit: cents(2_000),
      status: 'converted',
      converted: cents(0),
      onBets: cents(2_000),
    });
    const part = endByReversal({ bonus: allOnBets, wallet, now }, reversal('chargeback', 1_999));
    expect(part).toMatchObject({ event: { type: 'BonusTakenBack', amount: 0 }, bonus: { status: 'converted' } });
    expect(endByReversal({ bonus: part?.bonus, wallet, now }, reversal('chargeback', 1, 'r2'))).toMatchObject({
      event: { amount: 0 },
      bonus: { status: 'forfeited', onBets: 2_000 },
    });
  });

  test('a chargeback counts also when nothing is left, as a corrected result may pay bonus money later', () => {
    const nothing = sampleBonus({ deposit: cents(2_000), status: 'converted', converted: cents(0) });
    const part = endByReversal({ bonus: nothing, wallet, now }, reversal('chargeback', 500));
    expect(part).toMatchObject({ event: { amount: 0 }, bonus: { status: 'converted', chargedBack: 500 } });
    expect(endByReversal({ bonus: part?.bonus, wallet, now }, reversal('chargeback', 1_500, 'r2'))).toMatchObject({
      event: { amount: 0 },
      bonus: { status: 'forfeited' },
    });
  });

  test('a refund takes no converted cash, and a chargeback none of a bonus that ended before or was never granted', () => {
    expect(endByReversal({ bonus: cash, wallet, now }, reversal('refund'))).toBeUndefined();
    for (const held of [sampleBonus({ status: 'expired' }), undefined]) {
      expect(endByReversal({ bonus: held, wallet, now }, reversal('chargeback'))).toBeUndefined();
    }
  });
});
