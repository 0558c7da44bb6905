import type { AdminTransactionView } from '@touchline/core/contract';
import { assign, fromPromise, setup } from 'xstate';
import { orThrow } from '../../api/call.ts';
import { newer } from '../../live/newer.ts';
import { refetchDelayMs } from '../../live/retry-delays.ts';
import { fetchTransactionPage, type TransactionPage } from '../../payments/fetch-transactions.ts';
import { showsNewest, type TransactionFilter } from './transaction-filter.ts';

type TransactionsEvent =
  | { readonly type: 'filter'; readonly filter: TransactionFilter }
  | { readonly type: 'transaction changed'; readonly transaction: AdminTransactionView }
  /** After a decision of this admin or of another one. */
  | { readonly type: 'reload' }
  | { readonly type: 'refresh' }
  | { readonly type: 'retry' }
  | { readonly type: 'reconnected' };
type Context = {
  readonly filter: TransactionFilter;
  readonly transactions: readonly AdminTransactionView[];
  readonly total: number;
  /** Pending withdrawals that were pushed and have not been on a page yet. */
  readonly waiting: readonly string[];
  /** Those of `waiting` that the requested page shows or has no room for. */
  readonly covered: readonly string[];
};

/**
 * One page of all transactions. `loading` without a page, `shown`, `refreshing` with the page in view, `stale` until one that failed has
 * succeeded, `failed` without a page. A pushed transaction changes its row and moves none; a new pending withdrawal is counted in
 * `waiting` until a page shows it or the newest were fetched. A request that was under way during a gap in the connection is repeated.
 */
export const transactionsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TransactionsEvent,
    input: {} as { readonly filter: TransactionFilter },
  },
  actors: {
    fetchPage: fromPromise<TransactionPage, TransactionFilter>(({ input }) => orThrow(fetchTransactionPage(input))),
  },
  actions: {
    setFilter: assign((_, filter: TransactionFilter) => ({ filter })),
    markCovered: assign(({ context: { filter, waiting } }) => ({ covered: showsNewest(filter) ? waiting : [] })),
    showPage: assign(({ context }, page: TransactionPage) => withPage(context, page)),
    update: assign(({ context }, transaction: AdminTransactionView) => withTransaction(context, transaction)),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
}).createMachine({
  id: 'transactions',
  context: ({ input }) => ({ filter: input.filter, transactions: [], total: 0, waiting: [], covered: [] }),
  initial: 'loading',
  on: {
    'transaction changed': { actions: { type: 'update', params: ({ event }) => event.transaction } },
    reconnected: '.refreshing',
  },
  states: {
    loading: {
      entry: 'markCovered',
      invoke: {
        id: 'firstPage',
        src: 'fetchPage',
        input: ({ context }) => context.filter,
        onDone: { target: 'shown', actions: { type: 'showPage', params: ({ event }) => event.output } },
        onError: 'failed',
      },
      on: {
        filter: {
          target: 'loading',
          reenter: true,
          actions: { type: 'setFilter', params: ({ event }) => event.filter },
        },
        reconnected: { target: 'loading', reenter: true },
      },
    },
    shown: {
      on: {
        filter: { target: 'refreshing', actions: { type: 'setFilter', params: ({ event }) => event.filter } },
        reload: 'refreshing',
        refresh: 'refreshing',
      },
    },
    refreshing: {
      entry: 'markCovered',
      invoke: {
        id: 'laterPage',
        src: 'fetchPage',
        input: ({ context }) => context.filter,
        onDone: { target: 'shown', actions: { type: 'showPage', params: ({ event }) => event.output } },
        onError: 'stale',
      },
      on: {
        filter: {
          target: 'refreshing',
          reenter: true,
          actions: { type: 'setFilter', params: ({ event }) => event.filter },
        },
        reload: { target: 'refreshing', reenter: true },
        refresh: { target: 'refreshing', reenter: true },
      },
    },
    stale: {
      after: { untilRefetch: 'refreshing' },
      on: {
        filter: { target: 'refreshing', actions: { type: 'setFilter', params: ({ event }) => event.filter } },
        reload: 'refreshing',
        refresh: 'refreshing',
        retry: 'refreshing',
      },
    },
    failed: {
      on: {
        filter: { target: 'loading', actions: { type: 'setFilter', params: ({ event }) => event.filter } },
        refresh: 'loading',
        retry: 'loading',
        reconnected: 'loading',
      },
    },
  },
});

/** A row that was pushed in a newer version in the meantime stays. */
function withPage(context: Context, { transactions, total }: TransactionPage): Partial<Context> {
  const known = new Map(context.transactions.map((transaction) => [transaction._id, transaction]));
  const rows = transactions.map((transaction) => newer(known.get(transaction._id), transaction));
  const seen = new Set([...rows.map(({ _id }) => _id), ...context.covered]);
  return { transactions: rows, total, waiting: context.waiting.filter((id) => !seen.has(id)) };
}

function withTransaction(context: Context, pushed: AdminTransactionView): Partial<Context> {
  const others = context.waiting.filter((id) => id !== pushed._id);
  if (context.transactions.some(({ _id }) => _id === pushed._id)) {
    const transactions = context.transactions.map((row) => (row._id === pushed._id ? newer(row, pushed) : row));
    return { transactions, waiting: others };
  }
  const isPending = pushed.type === 'withdrawal' && pushed.status === 'pending';
  // A later version that is still pending is the first of two approvals, not a new withdrawal.
  const isWaiting = isPending && (pushed.version === 1 || others.length < context.waiting.length);
  return { waiting: isWaiting ? [...others, pushed._id] : others };
}
