import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { cents, sum } from '../money/index.ts';
import { sampleDeposit, samplePayment } from '../testing/sample-deposit.ts';
import { followPayment, reversedShares } from './follow-payment.ts';
import { type ProviderPayment, type ProviderReversal, providerStatuses } from './provider-payment.ts';
import { type Transaction, transactionStatuses } from './transaction.ts';

const at = instant(2_000);
test.each([
  ['open', { kind: 'stay' }],
  ['paid', { kind: 'credit' }],
  ['pending', changed({ status: 'pending' })],
  ['authorized', changed({ status: 'pending' })],
  ['canceled', changed({ status: 'canceled', reason: 'The payment was canceled.' })],
  ['expired', changed({ status: 'canceled', reason: 'The payment expired before it was paid.' })],
  ['failed', changed({ status: 'failed', reason: 'The payment failed.' })],
] as const)('an initiated deposit whose payment is %s', (status, step) => {
  expect(followPayment(sampleDeposit, { ...samplePayment, status }, at)).toEqual(step);
});

test.each([
  ['insufficient_funds', 'The card has insufficient funds.'],
  ['a_code_of_tomorrow', 'The payment failed.'],
])('a payment that failed for %s is explained to the bettor', (failureReason, reason) => {
  expect(followPayment(sampleDeposit, { ...samplePayment, status: 'failed', failureReason }, at)).toEqual(
    changed({ status: 'failed', reason }),
  );
});

test('a pending deposit does not go back when an older answer arrives late', () => {
  const pending = { ...sampleDeposit, status: 'pending' as const };
  expect(['open', 'pending', 'authorized'].map((status) => follow(pending, { status }))).toEqual([
    { kind: 'stay' },
    { kind: 'stay' },
    { kind: 'stay' },
  ]);
});

test.each([
  [{ amount: 919 }, { Paid: '€9.19', Worth: '$9.99' }],
  [{ amount: 921 }, { Paid: '€9.21', Worth: '$10.01' }],
  [{ currency: 'USD' }, { Paid: '$9.20', Worth: '$9.20' }],
  [{ currency: 'GBP' }, { Paid: 'GBP 9.20' }],
])(
  'a payment of another amount or currency (%o) is not credited: the deposit waits, flagged once, and says what was paid',
  (other, metadata) => {
    const step = follow(sampleDeposit, { ...other, status: 'paid' });
    expect(step).toEqual({
      ...changed({ status: 'pending', flags: ['amount-differs'], metadata }),
      alarm: 'amount-differs',
    });
    if (step.kind !== 'change') throw new Error('nothing changed');
    expect(follow(step.transaction, { ...other, status: 'paid' })).toEqual({ kind: 'stay' });
  },
);

test.each(['failed', 'canceled'] as const)(
  'money for a deposit that is %s is not credited by itself: it is flagged',
  (status) => {
    const step = follow({ ...sampleDeposit, status }, { status: 'paid' });
    expect(step).toEqual({
      ...changed({ status, flags: ['paid-after-close'], metadata: { Paid: '€9.20', Worth: '$10.00' } }),
      alarm: 'paid-after-close',
    });
  },
);

test('whatever the provider says, a final deposit keeps its status, and only a payment in full is credited', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...transactionStatuses),
      fc.constantFrom(...providerStatuses),
      fc.integer({ min: 0, max: 2_000 }),
      (status, paymentStatus, amount) => {
        const step = follow({ ...sampleDeposit, status }, { status: paymentStatus, amount });
        const isOpen = status === 'initiated' || status === 'pending';
        if (!isOpen && step.kind === 'change') expect(step.transaction.status).toBe(status);
        expect(step.kind === 'credit').toBe(isOpen && paymentStatus === 'paid' && amount === 920);
      },
    ),
  );
});

test('a payment cannot change a withdrawal', () => {
  expect(follow({ ...sampleDeposit, type: 'withdrawal' }, { status: 'paid' })).toEqual({ kind: 'stay' });
});

test('partial reversals add up to the whole deposit, and never more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 12 }),
      (amount, parts) => {
        const charged = Math.round(amount * 0.92);
        const shares = reversedShares(
          { amount: cents(amount), charge: { currency: 'EUR', amount: charged } },
          refunds(parts),
        );
        const all = sum(shares.map((share) => share.amount));
        expect(all).toBeLessThanOrEqual(amount);
        if (parts.reduce((total, part) => total + part, 0) >= charged) expect(all).toBe(amount);
      },
    ),
  );
});

test('a refund and a chargeback of the same money take it twice, as the provider does', () => {
  const [refund] = refunds([920]);
  if (!refund) throw new Error('no refund');
  const both = [refund, { ...refund, kind: 'chargeback' as const, reversalId: 'chb_1' }];
  expect(reversedShares(sampleDeposit, both).map(({ amount }) => amount)).toEqual([1_000, 1_000]);
});

function changed(changes: Partial<Transaction>) {
  return { kind: 'change', transaction: { ...sampleDeposit, version: 3, updatedAt: at, ...changes } } as const;
}

const follow = (of: Transaction, changes: Omit<Partial<ProviderPayment>, 'status'> & { readonly status: string }) =>
  followPayment(of, { ...samplePayment, ...changes } as ProviderPayment, at);

const refunds = (parts: readonly number[]): readonly ProviderReversal[] =>
  parts.map((amount, index) => ({ kind: 'refund', reversalId: `re_${index}`, amount, state: 'taken' }));
