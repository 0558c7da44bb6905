import type { Bonus } from '../bonus/index.ts';
import { standardTerms } from '../bonus/index.ts';
import { instant } from '../instant.ts';
import { cents } from '../money/index.ts';
import { transactionId, walletId } from './sample-ids.ts';

const day = 24 * 3_600_000;
export const grantedAt = instant(Date.UTC(2026, 10, 1));
export const dayOfBonus = (count: number) => instant(grantedAt + count * day);

/** An unused bonus of $100 for a deposit of $100, granted on 1 November 2026, with overrides. */
export const sampleBonus = (but: Partial<Bonus> = {}): Bonus => ({
  id: transactionId('t1'),
  walletId: walletId('w1'),
  version: 1,
  status: 'active',
  terms: standardTerms,
  granted: cents(10_000),
  deposit: cents(10_000),
  toWager: cents(50_000),
  wagered: cents(0),
  onBets: cents(0),
  grantedAt,
  expiresAt: dayOfBonus(30),
  endedAt: null,
  ...but,
});
