import { expect, test } from 'vitest';
import { hours, instant } from '../instant.ts';
import { compareLists, type OwnDeposit, type ProviderLists } from './compare-lists.ts';

const now = instant(1_800_000_000_000);
const ago = (count: number) => instant(now - hours(count));
const since = ago(24);
const paid = {
  id: 'tr_1',
  status: 'paid',
  currency: 'EUR',
  amount: 1_000,
  createdAt: ago(5),
  paidAt: ago(5),
  transactionId: 'd1',
  promised: { cents: 1_100, charge: 1_000 },
} as const;
const deposit: OwnDeposit = {
  id: 'd1',
  provider: 'mollie',
  paymentId: 'tr_1',
  status: 'completed',
  currency: 'EUR',
  amount: 1_000,
  credited: 1_100,
  createdAt: ago(5),
  credits: 1,
  creditedAt: ago(5),
  isDecided: false,
  returnOf: null,
};
const nothing: ProviderLists = { payments: [], refunds: [], chargebacks: [], returned: [] };
const returned: OwnDeposit = {
  ...deposit,
  paymentId: 'chb_1',
  currency: null,
  amount: null,
  returnOf: { paymentId: 'tr_1', debited: 1_100 },
};
const won = { id: 'chb_1', paymentId: 'tr_1' } as const;
const refund = { id: 're_1', paymentId: 'tr_1', currency: 'EUR', amount: 400, createdAt: ago(4) } as const;
const compare = (lists: Partial<ProviderLists>, deposits: readonly OwnDeposit[], reversals: readonly string[] = []) =>
  compareLists(
    { ...nothing, ...lists },
    { deposits, reversals: new Set(reversals) },
    { provider: 'mollie', since, now },
  ).map(({ key, sentence }) => [key, sentence]);

test('lists that agree have no difference', () => {
  expect(compare({ payments: [paid], refunds: [refund] }, [deposit], ['re_1'])).toEqual([]);
});

test.each<[string, ReturnType<typeof compare>, string, string]>([
  [
    'a paid payment without a deposit',
    compare({ payments: [paid] }, []),
    'mollie:unknown-payment:tr_1',
    'payment tr_1 of EUR 10.00 was paid, but no deposit belongs to it',
  ],
  [
    'a paid payment whose deposit was not credited',
    compare({ payments: [paid] }, [{ ...deposit, status: 'pending', credits: 0 }]),
    'mollie:not-credited:tr_1',
    'payment tr_1 of EUR 10.00 was paid, but deposit d1 is pending',
  ],
  [
    'a completed deposit that the provider does not know',
    compare({}, [deposit]),
    'mollie:unpaid:d1',
    'deposit d1 is completed, but mollie has no payment tr_1',
  ],
  [
    'a completed deposit of another provider',
    compare({ payments: [paid] }, [deposit, { ...deposit, id: 'd2', provider: 'forged', paymentId: 'x' }]),
    'mollie:unpaid:d2',
    'deposit d2 is completed, but mollie has no payment x',
  ],
  [
    'a completed deposit whose payment failed',
    compare({ payments: [{ ...paid, status: 'failed' }] }, [deposit]),
    'mollie:unpaid:d1',
    'deposit d1 is completed, but payment tr_1 is failed',
  ],
  [
    'another amount',
    compare({ payments: [{ ...paid, amount: 900 }] }, [deposit]),
    'mollie:amount-differs:tr_1',
    'deposit d1 is EUR 10.00, but payment tr_1 is EUR 9.00',
  ],
  [
    'more than was paid, also if an admin decided it',
    compare({ payments: [{ ...paid, amount: 900 }] }, [{ ...deposit, isDecided: true }]),
    'mollie:amount-differs:tr_1',
    'deposit d1 is EUR 10.00, but payment tr_1 is EUR 9.00',
  ],
  [
    'a part of a payment that no one decided about',
    compare({ payments: [paid] }, [{ ...deposit, amount: 500, credited: 550 }]),
    'mollie:amount-differs:tr_1',
    'deposit d1 is EUR 5.00, but payment tr_1 is EUR 10.00',
  ],
  [
    'another currency',
    compare({ payments: [{ ...paid, currency: 'USD' }] }, [deposit]),
    'mollie:amount-differs:tr_1',
    'deposit d1 is EUR 10.00, but payment tr_1 is USD 10.00',
  ],
  [
    'more credited than was agreed for the charge',
    compare({ payments: [paid] }, [{ ...deposit, credited: 900_000 }]),
    'mollie:credit-differs:tr_1',
    'deposit d1 credited USD 9000.00, but payment tr_1 is worth USD 11.00',
  ],
  [
    'more dollars credited than were paid, also if an admin decided it',
    compare({ payments: [{ ...paid, currency: 'USD', promised: { cents: 900_000, charge: 1_000 } }] }, [
      { ...deposit, currency: 'USD', credited: 900_000, isDecided: true },
    ]),
    'mollie:credit-differs:tr_1',
    'deposit d1 credited USD 9000.00, but payment tr_1 is worth USD 10.00',
  ],
  [
    'a payment that was made for another deposit',
    compare({ payments: [{ ...paid, transactionId: 'd9' }] }, [deposit]),
    'mollie:other-deposit:tr_1',
    'payment tr_1 was made for deposit d9, but deposit d1 is credited with it',
  ],
  [
    'a forged deposit that is dated back before the window',
    compare({}, [{ ...deposit, createdAt: ago(1_000) }]),
    'mollie:unpaid:d1',
    'deposit d1 is completed, but mollie has no payment tr_1',
  ],
  [
    'a forged deposit that is dated ahead',
    compare({}, [{ ...deposit, createdAt: ago(-1_000) }]),
    'mollie:unpaid:d1',
    'deposit d1 is completed, but mollie has no payment tr_1',
  ],
  [
    'a deposit credited twice',
    compare({ payments: [paid] }, [{ ...deposit, credits: 2 }]),
    'mollie:credited-twice:d1',
    'deposit d1 was credited 2 times',
  ],
  [
    'money credited again that the provider did not return',
    compare({}, [returned]),
    'mollie:unpaid:d1',
    'deposit d1 credits chb_1 again, but mollie did not return it',
  ],
  [
    'money credited again that the provider returned for another payment',
    compare({ returned: [{ ...won, paymentId: 'tr_2' }] }, [returned]),
    'mollie:unpaid:d1',
    'deposit d1 credits chb_1 again, but mollie did not return it',
  ],
  [
    'more credited again than was debited',
    compare({ returned: [won] }, [{ ...returned, credited: 900_000 }]),
    'mollie:credit-differs:d1',
    'deposit d1 credited USD 9000.00, but chb_1 debited USD 11.00',
  ],
  [
    'a refund that is not ours',
    compare({ payments: [paid], refunds: [refund] }, [deposit]),
    'mollie:unknown-refund:re_1',
    'refund re_1 of EUR 4.00 of payment tr_1 is not in the ledger',
  ],
  [
    'a chargeback that is not in the ledger',
    compare({ payments: [paid], chargebacks: [{ ...refund, id: 'chb_1' }] }, [deposit]),
    'mollie:unknown-chargeback:chb_1',
    'chargeback chb_1 of EUR 4.00 of payment tr_1 is not in the ledger',
  ],
])('reports %s', (_what, found, key, sentence) => {
  expect(found).toEqual([[key, sentence]]);
});

test.each<[string, ReturnType<typeof compare>]>([
  ['a payment that was just paid', compare({ payments: [{ ...paid, paidAt: ago(0.5) }] }, [])],
  ['an open payment', compare({ payments: [{ ...paid, status: 'open', paidAt: null }] }, [])],
  ['a deposit from before the window', compare({}, [{ ...deposit, createdAt: ago(31), creditedAt: ago(30) }])],
  ['money that the provider returned', compare({ returned: [won] }, [returned])],
  ['a deposit of this minute', compare({}, [{ ...deposit, creditedAt: ago(0.1) }])],
  [
    'a payment in euros that does not say what it was to credit',
    compare({ payments: [{ ...paid, promised: null }] }, [deposit]),
  ],
  [
    'a part of a payment that a person credited',
    compare({ payments: [paid] }, [{ ...deposit, amount: 500, credited: 550, isDecided: true }]),
  ],
  ['a refund of this minute', compare({ payments: [paid], refunds: [{ ...refund, createdAt: ago(0.1) }] }, [deposit])],
  [
    'a payment that was refunded instead of credited',
    compare(
      { payments: [paid], refunds: [{ ...refund, amount: 1_000 }] },
      [{ ...deposit, status: 'canceled' }],
      ['re_1'],
    ),
  ],
  [
    'a deposit that a person decided about',
    compare({ payments: [paid] }, [{ ...deposit, status: 'failed', isDecided: true }]),
  ],
])('does not report %s', (_what, found) => {
  expect(found).toEqual([]);
});
