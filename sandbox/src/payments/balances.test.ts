import { expect, test } from 'vitest';
import { balancesOf, settlementsOf } from './balances.ts';
import type { Payment } from './payment.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 20, 12);
const payment = (more: Partial<Payment>): Payment =>
  ({
    ...{ id: 'tr_1', status: 'paid', statusAt: start, createdAt: start, refunds: [], chargebacks: [] },
    amount: { currency: 'EUR', value: '10.00' },
    ...more,
  }) as unknown as Payment;
const listed = (payments: readonly Payment[], now: number) =>
  balancesOf(payments, now).map(({ currency, units, movements }) => [
    currency,
    units,
    movements.map(({ type, units: moved, feeUnits }) => `${type} ${moved} ${feeUnits}`),
  ]);

test('each currency has a balance of what was paid, less fees, refunds and chargebacks', () => {
  const euro = { currency: 'EUR', value: '4.00' };
  const payments = [
    payment({
      refunds: [
        { id: 're_1', amount: euro, createdAt: start + 1_000, status: 'refunded', description: '', metadata: null },
        { id: 're_2', amount: euro, createdAt: start + 2_000, status: 'pending', description: '', metadata: null },
      ],
    }),
    payment({
      ...{ id: 'tr_2', statusAt: start + 60_000, amount: { currency: 'USD', value: '20.00' } },
      chargebacks: [
        {
          id: 'chb_1',
          amount: { currency: 'USD', value: '20.00' },
          createdAt: start + 70_000,
          reversedAt: start + 80_000,
        },
      ],
    }),
    payment({ id: 'tr_3', status: 'open' }),
  ];
  expect(listed(payments, start + 90_000)).toEqual([
    ['EUR', 550, ['refund -400 25', 'payment 1000 25']],
    ['USD', 1_975, ['chargeback-reversal 2000 0', 'chargeback -2000 0', 'payment 2000 25']],
  ]);
});

test('what a day left is paid out at midnight by a settlement', () => {
  const payments = [payment({}), payment({ id: 'tr_2', statusAt: start + 2 * day })];
  const [balance] = balancesOf(payments, start + 2 * day + 1_000);
  expect(balance?.units).toBe(975);
  expect(balance?.movements.map(({ type, units }) => [type, units])).toEqual([
    ['payment', 1_000],
    ['outgoing-transfer', -975],
    ['payment', 1_000],
  ]);
  expect(balance && settlementsOf(balance)).toEqual([
    {
      ...{ id: 'stl_118216120261121EUR', reference: '1182161.20261121.EUR', currency: 'EUR', units: 975 },
      at: Date.UTC(2026, 10, 21),
    },
  ]);
});
