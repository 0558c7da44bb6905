import type { TransactionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { createMollie } from '@touchline/payments/mollie';
import type { NewPayment } from '@touchline/payments/provider';
import type { User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { attachPayment, openDeposit } from '@touchline/store/payments';

/** The API key of the sandbox's payment provider. */
export const mollieKey = 'test_sandbox0000000000000000000000';

export type TestDeposit = Pick<NewPayment, 'method' | 'charge' | 'credit'>;

/** Stores a deposit as the API does before it calls the provider. */
export const storeDeposit = (db: Db, { walletId }: User, { method, charge, credit }: TestDeposit, at: Instant) =>
  openDeposit(db, {
    id: crypto.randomUUID() as string as TransactionId,
    walletId,
    version: 1,
    type: 'deposit',
    amount: credit,
    status: 'initiated',
    method,
    reference: null,
    reason: null,
    provider: 'mollie',
    providerPaymentId: null,
    charge,
    checkout: null,
    payout: null,
    flags: [],
    decision: null,
    metadata: {},
    createdAt: at,
    updatedAt: at,
  });

/** Stores a deposit and creates its payment at the provider. No webhook reports this payment. */
export async function beginDeposit(db: Db, url: string, user: User, deposit: TestDeposit, at: Instant) {
  const { id } = await storeDeposit(db, user, deposit, at);
  const made = await createMollie({ url, key: mollieKey }).create({
    ...deposit,
    transactionId: id,
    description: 'Deposit',
    redirectUrl: 'http://localhost/',
    webhookUrl: 'http://127.0.0.1:9/lost',
  });
  if (!made.ok) throw new Error(made.refusal.detail);
  await attachPayment(db, id, made.value, at);
  return { id, paymentId: made.value.id };
}

/** Changes a payment at the sandbox's bank. */
export const atBank = (url: string, paymentId: string, what: string, body: object = {}) =>
  fetch(`${url}/payments/api/${paymentId}/${what}`, { method: 'POST', body: JSON.stringify(body) });

/** Fetches a payment's refunds from the provider. */
export async function refundsAt(url: string, paymentId: string) {
  const headers = { authorization: `Bearer ${mollieKey}` };
  const answer = await fetch(`${url}/v2/payments/${paymentId}/refunds`, { headers });
  const list = (await answer.json()) as {
    _embedded: { refunds: { id: string; status: string; amount: { value: string } }[] };
  };
  return list._embedded.refunds;
}
