import type { TransactionView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { orThrow } from '../api/call.ts';
import { newer } from '../live/newer.ts';
import { refetchDelayMs } from '../live/retry-delays.ts';
import { fetchTransactions } from './fetch-transactions.ts';

type ListEvent =
  | { readonly type: 'transaction changed'; readonly transaction: TransactionView }
  | { readonly type: 'refresh' }
  | { readonly type: 'retry' }
  | { readonly type: 'reconnected' };

/** For the bettor's list and the admins' list. */
export const listFailedText = msg('Failed to load transactions. Please try again.');

/**
 * The bettor's transactions, newest first. `loading` the first time, `shown`, `refreshing` with the list in view, `stale` until one
 * that failed has succeeded, `failed` without a list. A pushed transaction replaces an older version of itself in every state.
 */
export const transactionListMachine = setup({
  types: { context: {} as { readonly transactions: readonly TransactionView[] }, events: {} as ListEvent },
  actors: {
    fetchTransactions: fromPromise(() => orThrow(fetchTransactions())),
  },
  actions: {
    merge: assign(({ context }, arrived: readonly TransactionView[]) => ({
      transactions: merged(context.transactions, arrived),
    })),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
}).createMachine({
  id: 'transactionList',
  context: { transactions: [] },
  initial: 'loading',
  on: {
    'transaction changed': { actions: { type: 'merge', params: ({ event }) => [event.transaction] } },
    reconnected: '.refreshing',
  },
  states: {
    loading: {
      on: { reconnected: { target: 'loading', reenter: true } },
      invoke: {
        id: 'firstList',
        src: 'fetchTransactions',
        onDone: { target: 'shown', actions: { type: 'merge', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    shown: { on: { refresh: 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'laterList',
        src: 'fetchTransactions',
        onDone: { target: 'shown', actions: { type: 'merge', params: ({ event }) => event.output } },
        onError: 'stale',
      },
    },
    stale: { after: { untilRefetch: 'refreshing' }, on: { refresh: 'refreshing', retry: 'refreshing' } },
    failed: { on: { refresh: 'loading', retry: 'loading', reconnected: 'loading' } },
  },
});

/** By id, the higher version wins; newest first. */
function merged(known: readonly TransactionView[], arrived: readonly TransactionView[]): readonly TransactionView[] {
  const byId = new Map(known.map((transaction) => [transaction._id, transaction]));
  for (const transaction of arrived) byId.set(transaction._id, newer(byId.get(transaction._id), transaction));
  return [...byId.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
