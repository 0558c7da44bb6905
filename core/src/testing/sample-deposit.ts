import { instant } from '../instant.ts';
import { cents } from '../money/index.ts';
import type { ProviderPayment, Transaction } from '../payments/index.ts';
import { transactionId, walletId } from './sample-ids.ts';

/** A deposit of $10.00, charged as €9.20, that was only started. */
export const sampleDeposit: Transaction = {
  id: transactionId('d'),
  walletId: walletId('w'),
  version: 2,
  type: 'deposit',
  amount: cents(1_000),
  status: 'initiated',
  method: 'ideal',
  reference: null,
  reason: null,
  provider: 'mollie',
  providerPaymentId: 'tr_1',
  charge: { currency: 'EUR', amount: 920 },
  checkout: { url: 'https://pay.test/tr_1', expiresAt: instant(901_000) },
  payout: null,
  flags: [],
  decision: null,
  metadata: {},
  createdAt: instant(1_000),
  updatedAt: instant(1_000),
};

/** Its payment as the provider first reports it. */
export const samplePayment: ProviderPayment = {
  id: 'tr_1',
  status: 'open',
  currency: 'EUR',
  amount: 920,
  failureReason: null,
  transactionId: sampleDeposit.id,
  paidAt: null,
  payer: null,
  refunding: 0,
  reversals: [],
};
