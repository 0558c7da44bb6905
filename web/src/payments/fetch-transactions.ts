import {
  type AdminTransactionView,
  adminTransactionView,
  type InputOf,
  paymentEndpoints,
  type TransactionView,
  transactionEndpoints,
  transactionView,
} from '@touchline/core/contract';
import { ok } from '@touchline/core/result';
import { callAs } from '../api/call.ts';
import { type Answer, listOf } from '../api/client.ts';
import { lenientTransaction } from '../api/known-status.ts';

/** The bettor's own transactions, newest first. */
export const fetchTransactions = (): Answer<TransactionView[]> =>
  callAs(paymentEndpoints.history, {}, listOf(lenientTransaction(transactionView)));

type Query = NonNullable<InputOf<typeof transactionEndpoints.list>['query']>;
export type TransactionSearch = Readonly<Partial<Record<keyof Query, string>>>;
/** One page of the list of all transactions. `total`: how many there are with these filters. */
export type TransactionPage = { readonly transactions: readonly AdminTransactionView[]; readonly total: number };

export async function fetchTransactionPage(search: TransactionSearch): Answer<TransactionPage> {
  let total: number | undefined;
  const fetched = await callAs(
    transactionEndpoints.list,
    // As in the address of the screen: the server reads the same texts.
    { query: search as Query },
    listOf(lenientTransaction(adminTransactionView)),
    (headers) => {
      const count = headers.get('x-total-count');
      total = count === null ? undefined : Number(count);
    },
  );
  return fetched.ok ? ok({ transactions: fetched.value, total: total ?? fetched.value.length }) : fetched;
}
