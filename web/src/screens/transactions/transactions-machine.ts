import type { AdminTransactionView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import type { TransactionPage } from '../../api/payments.ts';
import { newer } from '../../live/newer.ts';
import type { TransactionFilter } from './transaction-filter.ts';

type Fetched = Result<TransactionPage, ApiFailure>;
type TransactionsEvent =
  | { readonly type: 'filter chosen'; readonly filter: TransactionFilter }
  | { readonly type: 'transaction told'; readonly transaction: AdminTransactionView }
  /** An admin at this screen has decided, or was told that another one had. */
  | { readonly type: 'withdrawal decided' }
  | { readonly type: 'refresh pressed' }
  | { readonly type: 'try again pressed' }
  | { readonly type: 'line joined' };
type Context = {
  readonly filter: TransactionFilter;
  readonly transactions: readonly AdminTransactionView[];
  readonly total: number;
  /** Pending withdrawals that were told of and have not been on a page yet. */
  readonly waiting: readonly string[];
};

/**
 * One page of all transactions. `loading` while nothing is there, `shown`, `refreshing` while what is there stays in sight,
 * `stale` when that failed, `failed` when nothing is there. What is told of changes a row in its place and moves none; a new
 * pending withdrawal is counted in `waiting` until a page shows it.
 */
export const transactionsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TransactionsEvent,
    input: {} as { readonly filter: TransactionFilter },
  },
  actors: {
    fetchPage: fromPromise<Fetched, TransactionFilter>(() =>
      Promise.reject(new Error('fetchPage is provided by the screen')),
    ),
  },
  guards: { 'it came': (_, fetched: Fetched) => fetched.ok },
  actions: {
    'note the filter': assign((_, filter: TransactionFilter) => ({ filter })),
    'take the page': assign(({ context }, fetched: Fetched) => (fetched.ok ? withPage(context, fetched.value) : {})),
    'take the transaction': assign(({ context }, transaction: AdminTransactionView) => withTold(context, transaction)),
  },
}).createMachine({
  id: 'transactions',
  context: ({ input }) => ({ filter: input.filter, transactions: [], total: 0, waiting: [] }),
  initial: 'loading',
  on: {
    'transaction told': { actions: { type: 'take the transaction', params: ({ event }) => event.transaction } },
  },
  states: {
    loading: {
      invoke: {
        id: 'firstPage',
        src: 'fetchPage',
        input: ({ context }) => context.filter,
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the page', params: ({ event }) => event.output },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
      on: {
        'filter chosen': {
          target: 'loading',
          reenter: true,
          actions: { type: 'note the filter', params: ({ event }) => event.filter },
        },
      },
    },
    shown: {
      on: {
        'filter chosen': {
          target: 'refreshing',
          actions: { type: 'note the filter', params: ({ event }) => event.filter },
        },
        'withdrawal decided': 'refreshing',
        'refresh pressed': 'refreshing',
        'line joined': 'refreshing',
      },
    },
    refreshing: {
      invoke: {
        id: 'laterPage',
        src: 'fetchPage',
        input: ({ context }) => context.filter,
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the page', params: ({ event }) => event.output },
          },
          { target: 'stale' },
        ],
        onError: 'stale',
      },
      on: {
        'filter chosen': {
          target: 'refreshing',
          reenter: true,
          actions: { type: 'note the filter', params: ({ event }) => event.filter },
        },
        'withdrawal decided': { target: 'refreshing', reenter: true },
      },
    },
    stale: {
      on: {
        'filter chosen': {
          target: 'refreshing',
          actions: { type: 'note the filter', params: ({ event }) => event.filter },
        },
        'withdrawal decided': 'refreshing',
        'refresh pressed': 'refreshing',
        'try again pressed': 'refreshing',
        'line joined': 'refreshing',
      },
    },
    failed: {
      on: {
        'filter chosen': {
          target: 'loading',
          actions: { type: 'note the filter', params: ({ event }) => event.filter },
        },
        'refresh pressed': 'loading',
        'try again pressed': 'loading',
        'line joined': 'loading',
      },
    },
  },
});

/** The page takes the place of the one before; a row that was told of meanwhile stays as it was told. */
function withPage(context: Context, { transactions, total }: TransactionPage): Partial<Context> {
  const known = new Map(context.transactions.map((transaction) => [transaction._id, transaction]));
  const rows = transactions.map((transaction) => newer(known.get(transaction._id), transaction));
  const onPage = new Set(rows.map(({ _id }) => _id));
  return { transactions: rows, total, waiting: context.waiting.filter((id) => !onPage.has(id)) };
}

function withTold(context: Context, told: AdminTransactionView): Partial<Context> {
  const isPending = told.type === 'withdrawal' && told.status === 'pending';
  const waiting = context.waiting.filter((id) => id !== told._id);
  if (!context.transactions.some(({ _id }) => _id === told._id)) {
    return { waiting: isPending ? [...waiting, told._id] : waiting };
  }
  const transactions = context.transactions.map((row) => (row._id === told._id ? newer(row, told) : row));
  return { transactions, waiting };
}
