import { expect, test } from 'vitest';
import type { TransactionId } from '../ids.ts';
import { hours, instant } from '../instant.ts';
import { cents, noMoney } from '../money/index.ts';
import { sampleDeposit } from '../testing/sample-deposit.ts';
import { mollieRefundPeriods, refundPeriodsVariable } from './refund-periods.ts';
import { type DepositMethod, depositMethods } from './transaction.ts';
import { returnableOf, routeWithdrawal } from './withdrawal-route.ts';

const days = (count: number) => hours(count * 24);
const paid = (method: DepositMethod) => ({
  deposit: {
    ...sampleDeposit,
    method,
    status: 'completed' as const,
    charge: { currency: 'USD' as const, amount: sampleDeposit.amount },
    providerPaymentId: 'tr_1',
  },
  returned: noMoney,
});

test.each(depositMethods)(
  '%s deposits are returned until a week before the provider stops refunding them',
  (method) => {
    const source = paid(method);
    const end = days(mollieRefundPeriods[method]) - days(7);
    const at = (age: number) => returnableOf(source, mollieRefundPeriods, instant(source.deposit.createdAt + age));
    expect([at(end), at(end + 1)]).toEqual([source.deposit.amount, noMoney]);
  },
);

test('an operator whose provider refunds longer or shorter sets the days of a method', () => {
  const periods = refundPeriodsVariable.parse(' bancontact = 70,paypal=0');
  expect(periods).toEqual({ ...mollieRefundPeriods, bancontact: 70, paypal: 0 });
  const sources = depositMethods.map((method, at) => {
    const source = paid(method);
    return { ...source, deposit: { ...source.deposit, id: `d-${at}` as string as TransactionId } };
  });
  const now = instant(sampleDeposit.createdAt + days(100));
  const route = routeWithdrawal(cents(1_000_000), sources, periods, now);
  expect(route.map(({ method }) => method)).toEqual(['creditcard', 'ideal']);
  expect(refundPeriodsVariable.parse('')).toEqual(mollieRefundPeriods);
});

test.each([
  ['sofort=30', 'names sofort, which is none of creditcard, ideal, bancontact, paypal'],
  ['ideal=a year', 'has no whole number of days (0 to 3650) for ideal'],
  ['ideal=4000', 'has no whole number of days (0 to 3650) for ideal'],
])('REFUND_DAYS "%s" is refused', (text, problem) => {
  const read = refundPeriodsVariable.safeParse(text);
  expect(read.error?.issues.map(({ message }) => message)).toEqual([problem]);
});
