import { expect, test } from 'vitest';
import type { UserId } from '../ids.ts';
import { type Instant, instant } from '../instant.ts';
import { sampleDeposit } from '../testing/sample-deposit.ts';
import { openCheckout, type Transaction, transactionStatuses } from './transaction.ts';

const now = instant(2_000);
const until = (expiresAt: Instant | null) => ({ url: 'https://pay.test/tr_1', expiresAt });
const decision = { by: 'admin' as UserId, at: now };

test('an open deposit can be continued, also when the provider gives no expiry', () => {
  expect(openCheckout(sampleDeposit, now)).toEqual(sampleDeposit.checkout);
  expect(openCheckout({ ...sampleDeposit, checkout: until(null) }, now)).toEqual(until(null));
});

test.each<[string, Partial<Transaction>]>([
  ['has no payment yet', { checkout: null }],
  ['has expired to the moment', { checkout: until(now) }],
  ['was paid otherwise and waits for a person', { flags: ['amount-differs'] }],
  ['was decided by a person', { decision }],
  ['is no deposit', { type: 'refund' }],
  ...transactionStatuses
    .filter((status) => status !== 'initiated')
    .map((status): [string, Partial<Transaction>] => [`is ${status}`, { status }]),
])('one that %s cannot', (_why, changes) => {
  expect(openCheckout({ ...sampleDeposit, ...changes }, now)).toBeUndefined();
});
