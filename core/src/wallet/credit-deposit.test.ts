import { expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { transactionId } from '../testing/sample-ids.ts';
import { creditDeposit } from './credit-deposit.ts';

const deposit = {
  transactionId: transactionId('t1'),
  provider: 'mollie',
  providerPaymentId: 'tr_1',
  amount: cents(1_000),
};

test("a paid deposit is credited with the provider's id", () => {
  expect(creditDeposit(deposit)).toEqual({ ok: true, value: { type: 'DepositCredited', ...deposit } });
});

test.each([0, -1_000])('a deposit of %i cents is refused', (amount) => {
  expect(creditDeposit({ ...deposit, amount: cents(amount) })).toEqual({
    ok: false,
    refusal: { code: 'amount-invalid' },
  });
});
