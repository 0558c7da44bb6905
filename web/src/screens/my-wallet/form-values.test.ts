import { describe, expect, test } from 'vitest';
import { euroCharge } from '../../payments/charge.ts';
import { bonusOffer, paymentMethods } from '../../payments/samples.ts';
import { bonusFor, depositOf, depositProblems } from './deposit-values.ts';
import {
  emptyWithdrawal,
  splitAmount,
  type WithdrawLimits,
  withdrawalOf,
  withdrawProblems,
} from './withdraw-values.ts';

describe('a deposit', () => {
  const problem = (amount: string) => depositProblems({ amount, paymentMethod: 'creditcard' }, 10).amount;
  test.each(['', '0', '-5', 'ten', '1e999', '0x10'])('of "%s" is not a valid amount', (amount) =>
    expect(problem(amount)).toBe('Please enter a valid amount'),
  );
  test.each([
    ['1e2', undefined],
    ['12.345', 'Please use at most two decimals'],
    ['9.999', 'Minimum deposit amount: $10.00'],
    ['1e9', undefined],
  ])('of "%s" is a number: %s', (amount, expected) => expect(problem(amount)).toBe(expected));
  test('below the minimum is rejected; the minimum is enough', () => {
    expect([problem('9.99'), problem('10'), problem('10.01')]).toEqual([
      'Minimum deposit amount: $10.00',
      undefined,
      undefined,
    ]);
  });
  test('is in dollars, by card if the method is unknown', () => {
    expect(depositOf({ amount: '12.50', paymentMethod: 'ideal' })).toEqual({ amount: 12.5, paymentMethod: 'ideal' });
    expect(depositOf({ amount: '10', paymentMethod: 'cash' })).toEqual({ amount: 10, paymentMethod: 'creditcard' });
  });
  test('in euros is charged at the rate, to the nearest cent', () => {
    const ideal = paymentMethods.deposit.methods.find(({ id }) => id === 'ideal');
    expect(euroCharge('10.01', ideal)).toEqual({ euro: '€9.21', rate: '$1 = €0.92' });
    expect(euroCharge('10.01', paymentMethods.deposit.methods[0])).toBeUndefined();
  });
  test('brings a bonus up to the maximum', () => {
    expect([
      bonusFor(bonusOffer.offer, '16.15'),
      bonusFor(bonusOffer.offer, '500'),
      bonusFor(bonusOffer.offer, ''),
    ]).toEqual([16.15, 100, 0]);
  });
});

const limits: WithdrawLimits = { balance: 500, minimum: 10, maximum: 10_000, bonus: 'none' };
const bank = {
  ...emptyWithdrawal,
  amount: '50',
  bankName: 'ABN AMRO',
  accountHolder: 'Ada Lovelace',
  iban: 'NL91 ABNA 0417 1643 00',
};
const only = (problems: object) =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined));

describe('a withdrawal', () => {
  test.each([
    ['', 'Amount must be at least $10'],
    ['9.99', 'Amount must be at least $10'],
    ['10000.01', 'Amount cannot exceed $10,000'],
    ['500.01', 'Amount exceeds available balance'],
    ['50.001', 'Please use at most two decimals'],
    ['500.001', 'Amount exceeds available balance'],
    ['1e5', 'Amount cannot exceed $10,000'],
    ['9.999', 'Amount must be at least $10'],
  ])('of "%s": %s', (amount, problem) => {
    expect(only(withdrawProblems({ ...bank, amount }, limits))).toEqual({ amount: problem });
  });
  test.each(['10', '500', '1e2'])('of %s is within the limits', (amount) =>
    expect(only(withdrawProblems({ ...bank, amount }, limits))).toEqual({}),
  );
  test('to a bank needs its name, the holder and the IBAN; BIC and description may be left out', () => {
    expect(only(withdrawProblems({ ...emptyWithdrawal, amount: '50' }, limits))).toEqual({
      bankName: 'Bank name is required',
      accountHolder: 'Account holder name is required',
      iban: 'IBAN is required',
    });
    expect(only(withdrawProblems({ ...bank, iban: '12345' }, limits))).toEqual({
      iban: 'This IBAN is not valid. Please check its letters and digits.',
    });
  });
  test('to PayPal or in crypto needs a destination', () => {
    const paypal = { ...emptyWithdrawal, amount: '50', withdrawalMethod: 'paypal' };
    expect(only(withdrawProblems(paypal, limits))).toEqual({ paypalEmail: 'PayPal email is required' });
    expect(only(withdrawProblems({ ...paypal, paypalEmail: 'ada' }, limits))).toEqual({
      paypalEmail: 'This PayPal email is not a valid email address.',
    });
    expect(only(withdrawProblems({ ...paypal, withdrawalMethod: 'crypto' }, limits))).toEqual({
      cryptoAddress: 'Wallet address is required',
    });
  });
  test('that needs a confirmation carries only the password or the code', () => {
    const need = { ...limits, need: 'password' } as const;
    expect(only(withdrawProblems(bank, need))).toEqual({ password: 'Password is required' });
    expect(withdrawalOf({ ...bank, password: 's3cret', totp: '1' }, need)).toMatchObject({ password: 's3cret' });
    expect(withdrawalOf({ ...bank, password: 's3cret' }, limits)).not.toHaveProperty('password');
    expect(withdrawalOf({ ...bank, totp: ' 123456 ' }, { ...limits, need: 'code' })).toMatchObject({ totp: '123456' });
  });
  test('refunds deposits first, then pays the rest to the account', () => {
    const returns = [
      { method: 'creditcard', amount: 40.1 },
      { method: 'ideal', amount: 20 },
    ] as const;
    expect(splitAmount(100, [...returns])).toEqual({ returns, rest: 39.9 });
    expect(splitAmount(30, [...returns])).toEqual({ returns: [{ method: 'creditcard', amount: 30 }], rest: 0 });
  });
  test('during a bonus needs the confirmation that it is lost', () => {
    const active = { ...limits, bonus: 'active' } as const;
    expect(only(withdrawProblems(bank, active))).toEqual({ forfeitBonus: 'Please confirm that you give up the bonus' });
    expect(only(withdrawProblems({ ...bank, forfeitBonus: 'yes' }, active))).toEqual({});
    expect(withdrawalOf({ ...bank, forfeitBonus: 'yes' }, active)).toMatchObject({ forfeitBonus: true });
  });
  test('carries only the details of its method', () => {
    expect(withdrawalOf({ ...bank, paypalEmail: 'ada@touchline.test' }, limits)).toEqual({
      amount: 50,
      withdrawalMethod: 'bank_transfer',
      bankName: 'ABN AMRO',
      accountHolder: 'Ada Lovelace',
      iban: 'NL91 ABNA 0417 1643 00',
    });
  });
});
