import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

/** `next`: where the older ones begin; `null` when there are none. */
export type RowsPage<Row> = { readonly rows: readonly Row[]; readonly next: number | null };
type Fetched<Row> = Result<RowsPage<Row>, ApiFailure>;
type PagedEvent = { readonly type: 'more pressed' } | { readonly type: 'try again pressed' };
type Context<Row> = RowsPage<Row> & { readonly message: string };

const unexplained = 'The list could not be loaded.';

/**
 * A list that is read page by page, the newest first. `loading` its first page, `failed` when nothing is there; `shown` with
 * `still`, `adding` older rows below, or `short` when those did not come: what is there stays.
 */
export function pagedListMachine<Row>() {
  return setup({
    types: { context: {} as Context<Row>, events: {} as PagedEvent },
    actors: {
      fetchPage: fromPromise<Fetched<Row>, { readonly before: number | undefined }>(() =>
        Promise.reject(new Error('fetchPage is provided by the screen')),
      ),
    },
    guards: {
      'it came': (_, fetched: Fetched<Row>) => fetched.ok,
      'there are older ones': ({ context }) => context.next !== null,
    },
    actions: {
      'add the page': assign(({ context }, fetched: Fetched<Row>) =>
        fetched.ok ? { rows: [...context.rows, ...fetched.value.rows], next: fetched.value.next, message: '' } : {},
      ),
      'note why not': assign((_, fetched: Fetched<Row>) => ({
        message: fetched.ok ? unexplained : failureText(fetched.refusal, unexplained),
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
          onDone: [
            {
              guard: { type: 'it came', params: ({ event }) => event.output },
              target: 'shown',
              actions: { type: 'add the page', params: ({ event }) => event.output },
            },
            { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
          ],
          onError: { target: 'failed', actions: assign({ message: unexplained }) },
        },
      },
      failed: { on: { 'try again pressed': 'loading' } },
      shown: {
        initial: 'still',
        states: {
          still: { on: { 'more pressed': { guard: 'there are older ones', target: 'adding' } } },
          adding: {
            invoke: {
              id: 'olderPage',
              src: 'fetchPage',
              input: ({ context }) => ({ before: context.next ?? undefined }),
              onDone: [
                {
                  guard: { type: 'it came', params: ({ event }) => event.output },
                  target: 'still',
                  actions: { type: 'add the page', params: ({ event }) => event.output },
                },
                { target: 'short', actions: { type: 'note why not', params: ({ event }) => event.output } },
              ],
              onError: { target: 'short', actions: assign({ message: unexplained }) },
            },
          },
          short: { on: { 'more pressed': 'adding' } },
        },
      },
    },
  });
}
