import { describe, expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { cents } from '../money/index.ts';
import { transactionId, walletId } from '../testing/sample-ids.ts';
import { bonusFor, grantBonus } from './grant-bonus.ts';
import { standardTerms } from './offer.ts';

const deposit = (amount: number) => ({ id: transactionId('t1'), walletId: walletId('w1'), amount: cents(amount) });
const now = instant(Date.UTC(2026, 10, 20));

describe('granting a bonus', () => {
  test('a first deposit of $60 earns $60, to be wagered five times within 30 days', () => {
    expect(grantBonus(standardTerms, deposit(6_000), now)).toEqual({
      key: 'bonus:t1:granted',
      event: {
        type: 'BonusGranted',
        amount: 6_000,
        bonusId: 't1',
        terms: {
          percent: 100,
          maximum: 10_000,
          wagering: 5,
          minTotalOdds: '1.5',
          days: 30,
          maxStake: 5_000,
          opposing: 'net',
        },
      },
      bonus: {
        id: 't1',
        walletId: 'w1',
        version: 1,
        status: 'active',
        terms: standardTerms,
        granted: 6_000,
        deposit: 6_000,
        toWager: 30_000,
        wagered: 0,
        onBets: 0,
        grantedAt: now,
        expiresAt: Date.UTC(2026, 11, 20),
        endedAt: null,
      },
    });
  });

  test.each([
    ['no more than the maximum', 100, 10_001, 10_000],
    ['part of the deposit', 50, 6_001, 3_000],
    ['at 0 percent nothing', 0, 6_000, 0],
    ['never a fraction of a cent', 33, 1_001, 330],
  ])('%s', (_what, percent, amount, granted) => {
    expect(bonusFor({ ...standardTerms, percent }, cents(amount))).toBe(granted);
  });

  test('a bonus of 0 is not granted', () => {
    expect(grantBonus({ ...standardTerms, percent: 0 }, deposit(6_000), now)).toBeUndefined();
  });
});
