import { expect, test } from 'vitest';
import { hours, instant } from '../instant.ts';
import {
  type BalanceMovement,
  compareAccount,
  type KnownBalance,
  knownAfter,
  type ProviderAccount,
} from './compare-account.ts';
import type { OwnDeposit, ProviderLists } from './compare-lists.ts';

const now = instant(1_800_000_000_000);
const ago = (count: number) => instant(now - hours(count));
const since = ago(24 * 35);
const at = { createdAt: ago(48) };
const paid = {
  ...{ id: 'tr_1', status: 'paid', currency: 'EUR', amount: 1_000, paidAt: ago(48), ...at },
  ...{ transactionId: null, promised: null },
} as const;
const lists: ProviderLists = { payments: [paid], refunds: [], chargebacks: [], returned: [] };
const deposit = { id: 'd1', paymentId: 'tr_1' } as OwnDeposit;
const movement = (more: Partial<BalanceMovement>): BalanceMovement => ({
  ...{ id: 'baltr_1', type: 'payment', initial: 1_000, result: 971, paymentId: 'tr_1', settlementId: null, ...at },
  ...more,
});
const transfer = movement({
  ...{ id: 'baltr_2', type: 'outgoing-transfer', initial: -971, result: -971, paymentId: null, settlementId: 'stl_1' },
});
const settlement = { id: 'stl_1', reference: '1.2611.01', status: 'paidout', currency: 'EUR', amount: 971, ...at };
const account = (
  movements: readonly BalanceMovement[],
  settlements: ProviderAccount['settlements'] = [settlement],
  amount = 0,
): ProviderAccount => ({ balances: [{ id: 'bal_1', currency: 'EUR', amount, movements }], settlements });

const compare = (
  given: ProviderAccount,
  { before = [], ...more }: Partial<ProviderLists> & { readonly before?: readonly KnownBalance[] } = {},
) =>
  compareAccount(
    given,
    { ...lists, ...more },
    { deposits: [deposit], reversals: new Set() },
    { provider: 'mollie', since, now, before },
  ).map(({ key, sentence }) => [key, sentence]);

const refund = { id: 're_1', paymentId: 'tr_1', currency: 'EUR', amount: 400, ...at };
const refunded = movement({ id: 'baltr_3', type: 'refund', initial: -400, result: -425 });

test('an account that agrees has no difference', () => {
  expect(compare(account([transfer, movement({})]))).toEqual([]);
  expect(compare(account([refunded, transfer, movement({})]), { refunds: [refund] })).toEqual([]);
  const known = { id: 'bal_1', amount: 971, movement: 'baltr_1' };
  expect(compare(account([transfer, movement({})]), { before: [known] })).toEqual([]);
});

test.each<[string, ReturnType<typeof compare>, string, string]>([
  [
    'a paid payment that never reached the balance',
    compare(account([transfer])),
    'mollie:balance-differs:tr_1',
    'payment tr_1 moved EUR 0.00 on the balance instead of EUR 10.00',
  ],
  [
    'a payment that moved another amount',
    compare(account([transfer, movement({ initial: 900 })])),
    'mollie:balance-differs:tr_1',
    'payment tr_1 moved EUR 9.00 on the balance instead of EUR 10.00',
  ],
  [
    'money of an unpaid payment',
    compare(account([transfer, movement({})]), { payments: [{ ...paid, status: 'failed' }] }),
    'mollie:balance-differs:tr_1',
    'payment tr_1 moved EUR 10.00 on the balance instead of EUR 0.00',
  ],
  [
    'money returned that no refund or chargeback is for',
    compare(account([refunded, transfer, movement({})])),
    'mollie:balance-differs:tr_1',
    'payment tr_1 moved EUR 6.00 on the balance instead of EUR 10.00',
  ],
  [
    'a movement for a payment that is not ours',
    compare(account([transfer, movement({}), movement({ id: 'baltr_9', paymentId: 'tr_9' })])),
    'mollie:unknown-movement:baltr_9',
    'payment baltr_9 moved EUR 10.00 for payment tr_9, which no deposit belongs to',
  ],
  [
    'a transfer to a bank that no settlement explains',
    compare(account([movement({ ...transfer, id: 'baltr_8', settlementId: null }), transfer, movement({})])),
    'mollie:unknown-transfer:baltr_8',
    'outgoing-transfer baltr_8 moved EUR -9.71, which no settlement explains',
  ],
  [
    'a settlement that was paid out with another amount',
    compare(account([transfer, movement({})], [{ ...settlement, amount: 900 }])),
    'mollie:settlement-differs:stl_1',
    'settlement stl_1 (1.2611.01) paid out EUR 9.00, but EUR 9.71 left the balance for it',
  ],
  [
    'a settlement that did not leave the balance',
    compare(account([movement({})])),
    'mollie:settlement-differs:stl_1',
    'settlement stl_1 (1.2611.01) paid out EUR 9.71, but EUR 0.00 left the balance for it',
  ],
  [
    'a balance that changed by more than its movements',
    compare(account([transfer, movement({})], [settlement], 500), {
      before: [{ id: 'bal_1', amount: 971, movement: 'baltr_1' }],
    }),
    'mollie:balance-jumped:bal_1:baltr_1:500',
    'balance bal_1 has EUR 5.00, but its movements since baltr_1 lead to EUR 0.00',
  ],
])('reports %s', (_what, found, key, sentence) => {
  expect(found).toEqual([[key, sentence]]);
});

const today = { createdAt: ago(2) };
test.each<[string, ReturnType<typeof compare>]>([
  ['a payment of today', compare(account([transfer]), { payments: [{ ...paid, ...today }] })],
  ['a refund of today', compare(account([transfer, movement({})]), { refunds: [{ ...refund, ...today }] })],
  [
    'a payment from before the window',
    compare(account([transfer]), { payments: [{ ...paid, createdAt: ago(9_999) }] }),
  ],
  ['a settlement that is not paid out', compare(account([movement({})], [{ ...settlement, status: 'pending' }]))],
  [
    'a payment in another currency than the balance',
    compare(account([transfer, movement({})]), { payments: [{ ...paid, currency: 'USD' }] }),
  ],
  [
    'a transfer that was returned',
    compare(
      account(
        [movement({ ...transfer, id: 'baltr_4', type: 'returned-transfer', initial: 971 }), transfer, movement({})],
        [{ ...settlement, status: 'failed' }],
      ),
    ),
  ],
])('does not report %s', (_what, found) => {
  expect(found).toEqual([]);
});

test('the next run continues from the newest movement, or from before a jump', () => {
  const before = [{ id: 'bal_1', amount: 971, movement: 'baltr_1' }];
  const now = account([transfer, movement({})], [settlement], 500);
  expect(knownAfter(now, before, [])).toEqual([{ id: 'bal_1', amount: 500, movement: 'baltr_2' }]);
  const jumped = { key: 'mollie:balance-jumped:bal_1:baltr_1:500', sentence: '', facts: {} };
  expect(knownAfter(now, before, [jumped])).toEqual(before);
  expect(knownAfter(account([]), [], [])).toEqual([]);
});
