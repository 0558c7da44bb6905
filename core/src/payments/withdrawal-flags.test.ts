import { expect, test } from 'vitest';
import { hours, instant } from '../instant.ts';
import { cents } from '../money/index.ts';
import { type BeforeWithdrawal, flagsOf, type WithdrawalFlag } from './withdrawal-flags.ts';

const at = instant(Date.UTC(2026, 10, 20));
const days = (count: number) => instant(at - hours(24 * count));
const regular: BeforeWithdrawal = {
  accountSince: days(90),
  lastPaidAt: days(30),
  lastBonusAt: days(60),
  target: 'same',
};
const asked = { amount: cents(4_000), hasDetails: 'yes', at } as const;

test('a withdrawal like those before it has no flags', () => {
  expect(flagsOf(asked, regular)).toEqual([]);
});

test.each<[string, Partial<BeforeWithdrawal>, readonly WithdrawalFlag[]]>([
  ['an account of less than seven days', { accountSince: instant(days(7) + 1) }, ['new-account']],
  ['an account of seven days', { accountSince: days(7) }, []],
  ['no withdrawal was ever paid', { lastPaidAt: null, lastBonusAt: null }, ['first-withdrawal']],
  ['bonus money came after the last paid withdrawal', { lastBonusAt: days(29) }, ['after-bonus']],
  ['bonus money and no paid withdrawal', { lastPaidAt: null }, ['after-bonus', 'first-withdrawal']],
  ['another account than the last paid one', { target: 'other' }, ['changed-details']],
  ['nothing to compare', { target: 'unknown' }, []],
])('%s', (_what, changes, flags) => {
  expect(flagsOf(asked, { ...regular, ...changes })).toEqual(flags);
});

test('from $5,000 it is large, and without an account to pay to it says so', () => {
  expect(flagsOf({ ...asked, amount: cents(499_999) }, regular)).toEqual([]);
  expect(flagsOf({ ...asked, amount: cents(500_000), hasDetails: 'no' }, regular)).toEqual(['large', 'no-details']);
});
