import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { messageOf, orThrow } from '../../api/call.ts';
import type { Answer } from '../../api/client.ts';

/** `next`: the `before` of the next page; `null` at the end. */
export type RowsPage<Row, Cursor = number> = { readonly rows: readonly Row[]; readonly next: Cursor | null };
type PagedEvent = { readonly type: 'load more' } | { readonly type: 'retry' };
export type FetchPage<Row, Cursor> = (before: Cursor | undefined) => Answer<RowsPage<Row, Cursor>>;
type Context<Row, Cursor> = RowsPage<Row, Cursor> & { readonly message: string };

const fallback = msg('The list could not be loaded.');

/**
 * A list fetched page by page, newest first: `loading` the first page, `failed`, or `shown`, which is `idle`, `loading` more rows,
 * or `failed` to; then the rows stay.
 */
export function pagedListMachine<Row, Cursor = number>(fetchPage: FetchPage<Row, Cursor>) {
  return setup({
    types: { context: {} as Context<Row, Cursor>, events: {} as PagedEvent },
    actors: {
      fetchPage: fromPromise<RowsPage<Row, Cursor>, { readonly before: Cursor | undefined }>(({ input }) =>
        orThrow(fetchPage(input.before)),
      ),
    },
    guards: { 'has more': ({ context }) => context.next !== null },
    actions: {
      'add page': assign(({ context }, { rows, next }: RowsPage<Row, Cursor>) => ({
        rows: [...context.rows, ...rows],
        next,
        message: '',
      })),
    },
  }).createMachine({
    id: 'pagedList',
    context: { rows: [], next: null, message: '' },
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          id: 'firstPage',
          src: 'fetchPage',
          input: { before: undefined },
          onDone: { target: 'shown', actions: { type: 'add page', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: assign(messageOf(fallback)) },
        },
      },
      failed: { on: { retry: 'loading' } },
      shown: {
        initial: 'idle',
        states: {
          idle: { on: { 'load more': { guard: 'has more', target: 'loading' } } },
          loading: {
            invoke: {
              id: 'olderPage',
              src: 'fetchPage',
              input: ({ context }) => ({ before: context.next ?? undefined }),
              onDone: { target: 'idle', actions: { type: 'add page', params: ({ event }) => event.output } },
              onError: { target: 'failed', actions: assign(messageOf(fallback)) },
            },
          },
          failed: { on: { 'load more': 'loading' } },
        },
      },
    },
  });
}
