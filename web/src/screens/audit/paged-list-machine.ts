import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { messageOf, orThrow } from '../../api/call.ts';
import type { Answer } from '../../api/client.ts';

/** `next`: the `before` of the next page; `null` at the end. */
export type RowsPage<Row, Cursor = number> = { readonly rows: readonly Row[]; readonly next: Cursor | null };
type PagedEvent = { readonly type: 'load more' | 'refresh' | 'retry' };
export type FetchPage<Row, Cursor> = (before: Cursor | undefined) => Answer<RowsPage<Row, Cursor>>;
type Context<Row, Cursor> = RowsPage<Row, Cursor> & { readonly message: string };

const fallback = msg('The list could not be loaded.');

/**
 * A list fetched page by page, newest first: `loading` the first page, `failed`, or `shown`, which is `idle`, `loading` more rows,
 * or `failed` to; then the rows stay. `refresh` fetches again what is shown; if that fails, it stays.
 */
export function pagedListMachine<Row, Cursor = number>(fetchPage: FetchPage<Row, Cursor>) {
  const replaceRows = {
    type: 'replace rows',
    params: ({ event }: { readonly event: { readonly output: RowsPage<Row, Cursor> } }) => event.output,
  } as const;
  return setup({
    types: { context: {} as Context<Row, Cursor>, events: {} as PagedEvent, tags: 'loading' as const },
    actors: {
      fetchPage: fromPromise<RowsPage<Row, Cursor>, { readonly before: Cursor | undefined }>(({ input }) =>
        orThrow(fetchPage(input.before)),
      ),
      fetchShown: fromPromise<RowsPage<Row, Cursor>, { readonly count: number }>(({ input }) =>
        fetchRows(fetchPage, input.count),
      ),
    },
    guards: {
      'has more': ({ context }) => context.next !== null,
      'has failed': ({ context }) => context.message !== '',
    },
    actions: {
      'add page': assign(({ context }, { rows, next }: RowsPage<Row, Cursor>) => ({
        rows: [...context.rows, ...rows],
        next,
        message: '',
      })),
      'replace rows': assign((_, page: RowsPage<Row, Cursor>) => page),
    },
  }).createMachine({
    id: 'pagedList',
    context: { rows: [], next: null, message: '' },
    initial: 'loading',
    states: {
      loading: {
        tags: 'loading',
        invoke: {
          id: 'firstPage',
          src: 'fetchPage',
          input: { before: undefined },
          onDone: { target: 'shown', actions: { type: 'add page', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: assign(messageOf(fallback)) },
        },
      },
      failed: { on: { retry: 'loading', refresh: 'loading' } },
      shown: {
        initial: 'idle',
        states: {
          idle: { on: { 'load more': { guard: 'has more', target: 'loading' }, refresh: 'refreshing' } },
          refreshing: {
            tags: 'loading',
            on: { 'load more': { guard: 'has more', target: 'loading' } },
            invoke: {
              id: 'shownRows',
              src: 'fetchShown',
              input: ({ context }) => ({ count: context.rows.length }),
              onDone: [
                { guard: 'has failed', target: 'failed', actions: replaceRows },
                { target: 'idle', actions: replaceRows },
              ],
              onError: [{ guard: 'has failed', target: 'failed' }, { target: 'idle' }],
            },
          },
          loading: {
            tags: 'loading',
            invoke: {
              id: 'olderPage',
              src: 'fetchPage',
              input: ({ context }) => ({ before: context.next ?? undefined }),
              onDone: { target: 'idle', actions: { type: 'add page', params: ({ event }) => event.output } },
              onError: { target: 'failed', actions: assign(messageOf(fallback)) },
            },
          },
          failed: { on: { 'load more': 'loading', refresh: 'refreshing' } },
        },
      },
    },
  });
}

/** Fetches pages until there are at least so many rows, or no more. */
async function fetchRows<Row, Cursor>(
  fetchPage: FetchPage<Row, Cursor>,
  count: number,
): Promise<RowsPage<Row, Cursor>> {
  let page = await orThrow(fetchPage(undefined));
  while (page.rows.length < count && page.next !== null) {
    const { rows, next } = await orThrow(fetchPage(page.next));
    page = { rows: [...page.rows, ...rows], next };
  }
  return page;
}
