import { randomUUID } from 'node:crypto';
import type { TransactionId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import { expect, test } from 'vitest';
import { makeDataKey, readDataKey, SealBroken } from '../sealed.ts';
import { digestOfRequest, fingerprintsOf, openPayout, sealPayout } from './payout-target.ts';

const [first, second] = ['oldest', 'newest'].map(() => makeDataKey());
const keyOf = (text = '') => {
  const key = readDataKey(text);
  if (!key) throw new Error('no key');
  return key;
};
const key = keyOf(first);
const turned = keyOf(`${second},${first}`);
const id = randomUUID() as TransactionId;
const details = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban: 'NL91ABNA0417164300' };
const payout = { details, mask: 'NL•• •••• •••• ••43 00', target: 'bank_transfer:NL91ABNA0417164300' };
const transaction = (changes: Partial<Transaction>) =>
  ({ id, payout: sealPayout(key, id, payout), ...changes }) as Transaction;

test('opens sealed details for their own transaction, also after a key change', () => {
  expect(openPayout(key, transaction({}))).toEqual(details);
  expect(openPayout(turned, transaction({}))).toEqual(details);
  expect(openPayout(key, transaction({ payout: null }))).toBeUndefined();
});

test('does not open details that were moved to another transaction', () => {
  expect(() => openPayout(key, transaction({ id: randomUUID() as TransactionId }))).toThrow(SealBroken);
});

test('stores nothing readable of the account except its mask', () => {
  const { sealed, fingerprint } = sealPayout(key, id, payout);
  expect(`${sealed} ${fingerprint}`).not.toMatch(/ABNA|Ada|0417/);
});

test('gives the same account the same fingerprint, also under a newer key', () => {
  const { fingerprint } = sealPayout(key, id, payout);
  expect(sealPayout(key, randomUUID() as TransactionId, payout).fingerprint).toBe(fingerprint);
  expect(fingerprintsOf(turned, payout.target)).toContain(fingerprint);
  expect(fingerprintsOf(turned, 'paypal:ada@example.com')).not.toContain(fingerprint);
  expect(fingerprintsOf(keyOf(second), payout.target)).not.toContain(fingerprint);
});

test('gives the same request the same digest, whatever the order of its fields', () => {
  const digest = digestOfRequest(key, { amount: 10, iban: 'x' });
  expect(digestOfRequest(key, { iban: 'x', amount: 10 })).toBe(digest);
  expect(digestOfRequest(key, { iban: 'y', amount: 10 })).not.toBe(digest);
});
