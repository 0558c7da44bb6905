import { describe, expect, test } from 'vitest';
import { type PayoutDetails, payoutOf } from './payout-details.ts';
import type { WithdrawalMethod } from './transaction.ts';

const bank = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban: 'nl91 abna 0417 1643 00', bic: 'ABNANL2A' };

test('stores a bank account in its canonical spelling and shows its country and last four digits', () => {
  expect(payoutOf('bank_transfer', { ...bank, description: 'July' })).toEqual({
    ok: true,
    value: {
      details: { ...bank, iban: 'NL91ABNA0417164300', description: 'July' },
      target: 'bank_transfer:NL91ABNA0417164300',
      mask: 'NL•• •••• •••• ••43 00',
    },
  });
});

test('the same account written otherwise is the same target', () => {
  const targets = ['NL91ABNA0417164300', 'nl91-abna-0417-1643-00', ' NL91\tABNA 0417 1643 00 '].map((iban) => {
    const read = payoutOf('bank_transfer', { ...bank, iban });
    return read.ok ? read.value?.target : read.refusal;
  });
  expect(new Set(targets)).toEqual(new Set(['bank_transfer:NL91ABNA0417164300']));
});

test('a PayPal account and a wallet are shown by their beginning and end; what belongs to another method is dropped', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const given = { ...bank, paypalEmail: 'Ada@Example.com', cryptoAddress: address };
  expect(payoutOf('paypal', given)).toEqual({
    ok: true,
    value: {
      details: { paypalEmail: 'ada@example.com' },
      target: 'paypal:ada@example.com',
      mask: 'a•••@example.com',
    },
  });
  expect(payoutOf('crypto', given)).toEqual({
    ok: true,
    value: { details: { cryptoAddress: address }, target: `crypto:${address}`, mask: 'bc1q••••f3t4' },
  });
});

test.each(['bank_transfer', 'paypal', 'crypto'] as const)(
  'a call that names only the method %s has no details',
  (method) => expect(payoutOf(method, { description: 'July' })).toEqual({ ok: true, value: undefined }),
);

describe('details that do not hold are refused by field', () => {
  test.each<[WithdrawalMethod, PayoutDetails, string, string]>([
    ['bank_transfer', { ...bank, bankName: '' }, 'bankName', 'Bank name is required'],
    ['bank_transfer', { ...bank, accountHolder: '' }, 'accountHolder', 'Account holder name is required'],
    ['bank_transfer', { ...bank, iban: '' }, 'iban', 'IBAN is required'],
    ['bank_transfer', { iban: bank.iban }, 'bankName', 'Bank name is required'],
    [
      'bank_transfer',
      { ...bank, iban: 'NL92ABNA0417164300' },
      'iban',
      'This IBAN is not valid. Please check its letters and digits.',
    ],
    [
      'bank_transfer',
      { ...bank, iban: 'NL91' },
      'iban',
      'This IBAN is not valid. Please check its letters and digits.',
    ],
    ['bank_transfer', { ...bank, bic: 'ABN' }, 'bic', 'This BIC is not valid. It has 8 or 11 characters.'],
    ['paypal', { paypalEmail: '' }, 'paypalEmail', 'PayPal email is required'],
    ['paypal', { paypalEmail: 'ada' }, 'paypalEmail', 'This PayPal email is not a valid email address.'],
    ['crypto', { cryptoAddress: '' }, 'cryptoAddress', 'Wallet address is required'],
    ['crypto', { cryptoAddress: 'mine' }, 'cryptoAddress', 'This is not a valid Bitcoin or Ethereum address.'],
  ])('%s %o', (method, given, field, sentence) => {
    expect(payoutOf(method, given)).toEqual({
      ok: false,
      refusal: { code: 'payout-details-invalid', field, sentence },
    });
  });
});
