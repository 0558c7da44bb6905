import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UserId } from '../ids.ts';
import { instant } from '../instant.ts';
import { cents, sum } from '../money/index.ts';
import { sampleDeposit, samplePayment } from '../testing/sample-deposit.ts';
import { followPayment, reversedShares } from './follow-payment.ts';
import { type ProviderPayment, type ProviderReversal, providerStatuses } from './provider-payment.ts';
import { creditedByHand, mayResolve, needsManualDecision, paidNotes, returnedByHand } from './resolve-deposit.ts';
import type { Transaction } from './transaction.ts';

const by = { userId: 'u9' as string as UserId, isOwner: false, at: instant(3_000) };
const waiting: Transaction = { ...sampleDeposit, version: 3, status: 'pending', flags: ['amount-differs'] };
const paid = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  ...samplePayment,
  status: 'paid',
  amount: 1_840,
  ...changes,
});
const taken = (amount: number, kind: ProviderReversal['kind'] = 'refund'): ProviderReversal => ({
  kind,
  reversalId: `${kind}_${amount}`,
  amount,
  state: 'taken',
});

test('at most what was paid is credited, at the rate of the charge', () => {
  expect(creditedByHand(waiting, paid(), cents(2_000))).toEqual({
    ok: true,
    value: { amount: 2_000, charge: { currency: 'EUR', amount: 1_840 } },
  });
  expect(creditedByHand(waiting, paid(), cents(500))).toMatchObject({ value: { charge: { amount: 460 } } });
  expect(creditedByHand(waiting, paid(), cents(2_001))).toEqual({
    ok: false,
    refusal: { code: 'amount-above-paid', most: 2_000 },
  });
});

test.each([
  ['reversed', { reversals: [taken(920)] }],
  ['waiting to be refunded', { refunding: 920 }],
  ['reversed or waiting to be refunded', { reversals: [taken(460)], refunding: 460 }],
] as const)('money that is %s is not credited', (_, changes) => {
  const payment = paid(changes);
  expect(creditedByHand(waiting, payment, cents(1_001))).toMatchObject({ refusal: { most: 1_000 } });
  expect(creditedByHand(waiting, payment, cents(1_000))).toMatchObject({ value: { charge: { amount: 920 } } });
  expect(paidNotes(waiting, payment)).toEqual({ Paid: '€18.40', Worth: '$10.00' });
});

test('euro paid for a charge in dollars are worth at most the charge', () => {
  expect(creditedByHand(waiting, paid({ currency: 'USD', amount: 700 }), cents(701))).toMatchObject({
    refusal: { most: 700 },
  });
  const inDollars = { ...waiting, charge: { currency: 'USD', amount: 1_000 } } as const;
  expect(creditedByHand(inDollars, paid(), cents(1_001))).toMatchObject({ refusal: { most: 1_000 } });
  expect(creditedByHand(inDollars, paid({ currency: 'GBP' }), cents(1))).toMatchObject({
    refusal: { code: 'payment-currency' },
  });
});

test('refuses to credit an unpaid payment, or nothing', () => {
  for (const status of providerStatuses.filter((each) => each !== 'paid')) {
    expect(creditedByHand(waiting, paid({ status }), cents(1))).toMatchObject({
      refusal: { code: 'payment-not-paid' },
    });
  }
  expect(creditedByHand(waiting, paid(), cents(0))).toMatchObject({ refusal: { code: 'amount-invalid' } });
});

test('only a deposit that needs a decision is resolved, once, and not by its owner', () => {
  const codeOf = (deposit: Transaction, isOwner = false) => {
    const may = mayResolve(deposit, { isOwner });
    return may.ok ? 'yes' : may.refusal.code;
  };
  expect(codeOf(waiting)).toBe('yes');
  expect(codeOf(waiting, true)).toBe('own-deposit');
  expect(codeOf({ ...waiting, type: 'withdrawal' })).toBe('transaction-unknown');
  expect(codeOf({ ...waiting, flags: [] })).toBe('deposit-not-waiting');
  expect(codeOf({ ...waiting, status: 'completed' })).toBe('deposit-not-waiting');
  expect(codeOf(returnedByHand(waiting, 'Returned.', by))).toBe('deposit-resolved');
});

test.each([
  ['pending', 'canceled'],
  ['canceled', 'canceled'],
  ['failed', 'failed'],
] as const)(
  'a %s deposit whose money goes back is %s with the reason, and stays so whatever the provider says',
  (status, after) => {
    const returned = returnedByHand({ ...waiting, status }, 'Returned.', by);
    expect(returned).toMatchObject({
      status: after,
      reason: 'Returned.',
      flags: [],
      decision: { by: 'u9' },
      version: 4,
    });
    expect(needsManualDecision(returned)).toBe(false);
    for (const said of providerStatuses) {
      expect(followPayment(returned, paid({ status: said }), by.at)).toEqual({ kind: 'stay' });
    }
  },
);

test('reversals take uncredited money first, then what was credited, and never more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_001, max: 50_000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 8 }),
      (amount, percent, parts) => {
        const payment = paid({ amount });
        const most = creditedByHand(waiting, payment, cents(Number.MAX_SAFE_INTEGER));
        const all = !most.ok && most.refusal.code === 'amount-above-paid' ? most.refusal.most : 0;
        const credited = creditedByHand(waiting, payment, cents(Math.max(1, Math.floor((all * percent) / 100))));
        if (!credited.ok || !credited.value.charge) throw new Error('not credited');
        const uncredited = amount - credited.value.charge.amount;
        const shares = reversedShares(
          credited.value,
          parts.map((part) => taken(part)),
          amount,
        );
        const back = sum(shares.map((share) => share.amount));
        const total = parts.reduce((so, part) => so + part, 0);
        expect(back).toBeLessThanOrEqual(credited.value.amount);
        if (total <= uncredited) expect(back).toBe(0);
        if (total >= amount) expect(back).toBe(credited.value.amount);
      },
    ),
  );
});
