import type { TransactionView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { newer } from '../live/newer.ts';

type Fetched = Result<TransactionView[], ApiFailure>;
type ListEvent =
  | { readonly type: 'transaction told'; readonly transaction: TransactionView }
  | { readonly type: 'refresh pressed' }
  | { readonly type: 'try again pressed' }
  | { readonly type: 'line joined' };

/** Shown by the bettor's list and the admin's. */
export const listFailedText = 'Failed to load transactions. Please try again.';

/**
 * The bettor's transactions, newest first. `loading` the first time, `shown`, `refreshing` while what is there stays in sight,
 * `stale` when that failed and what is there may be old, `failed` when nothing is there. A transaction that is told of replaces
 * an older version of itself in every state, even before the list is there.
 */
export const transactionListMachine = setup({
  types: { context: {} as { readonly transactions: readonly TransactionView[] }, events: {} as ListEvent },
  actors: {
    fetchTransactions: fromPromise<Fetched>(() =>
      Promise.reject(new Error('fetchTransactions is provided by the screen')),
    ),
  },
  guards: { 'they came': (_, fetched: Fetched) => fetched.ok },
  actions: {
    'take the transactions': assign(({ context }, arrived: readonly TransactionView[]) => ({
      transactions: merged(context.transactions, arrived),
    })),
  },
}).createMachine({
  id: 'transactionList',
  context: { transactions: [] },
  initial: 'loading',
  on: {
    'transaction told': { actions: { type: 'take the transactions', params: ({ event }) => [event.transaction] } },
  },
  states: {
    loading: {
      invoke: {
        id: 'firstList',
        src: 'fetchTransactions',
        onDone: [
          {
            guard: { type: 'they came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the transactions', params: ({ event }) => listIn(event.output) },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    shown: { on: { 'refresh pressed': 'refreshing', 'line joined': 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'laterList',
        src: 'fetchTransactions',
        onDone: [
          {
            guard: { type: 'they came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the transactions', params: ({ event }) => listIn(event.output) },
          },
          { target: 'stale' },
        ],
        onError: 'stale',
      },
    },
    stale: {
      on: { 'refresh pressed': 'refreshing', 'try again pressed': 'refreshing', 'line joined': 'refreshing' },
    },
    failed: {
      on: { 'refresh pressed': 'loading', 'try again pressed': 'loading', 'line joined': 'loading' },
    },
  },
});

const listIn = (fetched: Fetched): readonly TransactionView[] => (fetched.ok ? fetched.value : []);

/** By id, the higher version wins; newest first. */
function merged(known: readonly TransactionView[], arrived: readonly TransactionView[]): readonly TransactionView[] {
  const byId = new Map(known.map((transaction) => [transaction._id, transaction]));
  for (const transaction of arrived) byId.set(transaction._id, newer(byId.get(transaction._id), transaction));
  return [...byId.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
