import { type LedgerEventsPage, type LedgerEventsQuery, ledgerEndpoints } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { call, messageOf, orThrow } from '../api/call.ts';
import { type EventFilter, leavesOut } from './event-filter.ts';
import {
  type EventList,
  emptyList,
  nextQueryAfter,
  withFirstPage,
  withHeld,
  withNews,
  withOlder,
} from './event-list.ts';

export type EventListEvent =
  | { readonly type: 'load older' }
  /** `n`: the highest `seq`, if known. */
  | { readonly type: 'ledger grew'; readonly n?: number }
  | { readonly type: 'show new' }
  | { readonly type: 'toggle row'; readonly seq: number }
  | { readonly type: 'scrolled away' }
  | { readonly type: 'scrolled to top' }
  | { readonly type: 'retry' };
type Context = EventList & {
  readonly message: string;
  readonly opened: ReadonlySet<number>;
  readonly isAway: boolean;
  /** How often the ledger has grown, and how often it had when new events were last fetched. */
  readonly growths: number;
  readonly growthsFetched: number;
  readonly grownTo: number;
};

const pageSize = 50;
const newsSize = 200;
const fallback = msg('The events could not be loaded.');

/**
 * Events of the ledger, newest first: `loading` the first page of a filter, `failed`, or `shown`. While shown, `older` events are
 * fetched on request, and new ones (`news`) as the ledger grows. New events appear at the top if nothing is filtered, open or
 * scrolled; otherwise they are held until the reader asks for them. `renewing` fetches the top again when there are too many.
 */
export const eventListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as EventListEvent,
    input: {} as { readonly filter: EventFilter },
  },
  actors: {
    fetchEvents: fromPromise<LedgerEventsPage, LedgerEventsQuery>(({ input: query }) =>
      orThrow(call(ledgerEndpoints.events, { query })),
    ),
  },
  actions: {
    'show first page': assign(({ context }, page: LedgerEventsPage) => withFirstPage(context, page)),
    'add older': assign(({ context }, page: LedgerEventsPage) => withOlder(context, page)),
    'hold new': assign(({ context }, page: LedgerEventsPage) => withHeld(context, page, context.grownTo)),
    'show new': assign(({ context }) => withNews(context)),
    'count growth': assign(({ context }, n: number | undefined) => ({
      growths: context.growths + 1,
      grownTo: Math.max(context.grownTo, n ?? 0),
    })),
    'mark growth as fetched': assign(({ context }) => ({ growthsFetched: context.growths })),
    'toggle row': assign(({ context }, seq: number) => {
      const opened = new Set(context.opened);
      if (!opened.delete(seq)) opened.add(seq);
      return { opened };
    }),
  },
  guards: {
    'has older': ({ context }) => context.next !== null,
    'has grown': ({ context }) => context.growths > context.growthsFetched && !context.isOverrun,
    'is overrun': ({ context }) => context.isOverrun,
    'shows new at once': ({ context }, page: LedgerEventsPage) => page.next === null && isAtTop(context),
    'must renew': ({ context }, page: LedgerEventsPage) => page.next !== null && isAtTop(context),
  },
}).createMachine({
  id: 'eventList',
  context: ({ input }) => ({
    ...emptyList(input.filter),
    message: '',
    opened: new Set(),
    isAway: false,
    growths: 0,
    growthsFetched: 0,
    grownTo: 0,
  }),
  initial: 'loading',
  on: {
    'toggle row': { actions: { type: 'toggle row', params: ({ event }) => event.seq } },
    'scrolled away': { actions: assign({ isAway: true }) },
    'scrolled to top': { actions: assign({ isAway: false }) },
    'ledger grew': { actions: { type: 'count growth', params: ({ event }) => event.n } },
  },
  states: {
    loading: {
      entry: 'mark growth as fetched',
      invoke: {
        id: 'firstPage',
        src: 'fetchEvents',
        input: ({ context }) => ({ ...context.filter, limit: pageSize }),
        onDone: { target: 'shown', actions: { type: 'show first page', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
    },
    failed: { on: { retry: 'loading' } },
    shown: {
      type: 'parallel',
      states: {
        older: {
          initial: 'idle',
          states: {
            idle: { on: { 'load older': { guard: 'has older', target: 'loading' } } },
            loading: {
              invoke: {
                id: 'olderPage',
                src: 'fetchEvents',
                input: ({ context }) => ({
                  ...context.filter,
                  limit: pageSize,
                  ...(context.next !== null && { before: context.next }),
                }),
                onDone: { target: 'idle', actions: { type: 'add older', params: ({ event }) => event.output } },
                onError: { target: 'failed', actions: assign(messageOf(fallback)) },
              },
            },
            failed: { on: { 'load older': 'loading' } },
          },
        },
        news: {
          initial: 'idle',
          on: { 'show new': [{ guard: 'is overrun', target: '.renewing' }, { actions: 'show new' }] },
          states: {
            idle: { always: { guard: 'has grown', target: 'fetching' } },
            fetching: {
              entry: 'mark growth as fetched',
              invoke: {
                id: 'news',
                src: 'fetchEvents',
                input: ({ context }) => ({ ...context.filter, limit: newsSize, after: nextQueryAfter(context) }),
                onDone: [
                  { guard: { type: 'must renew', params: ({ event }) => event.output }, target: 'renewing' },
                  {
                    guard: { type: 'shows new at once', params: ({ event }) => event.output },
                    target: 'idle',
                    actions: [{ type: 'hold new', params: ({ event }) => event.output }, 'show new'],
                  },
                  { target: 'idle', actions: { type: 'hold new', params: ({ event }) => event.output } },
                ],
                onError: 'missed',
              },
            },
            renewing: {
              entry: 'mark growth as fetched',
              invoke: {
                id: 'renewal',
                src: 'fetchEvents',
                input: ({ context }) => ({ ...context.filter, limit: pageSize }),
                onDone: { target: 'idle', actions: { type: 'show first page', params: ({ event }) => event.output } },
                onError: 'missed',
              },
            },
            missed: {
              on: {
                'ledger grew': {
                  target: 'fetching',
                  actions: { type: 'count growth', params: ({ event }) => event.n },
                },
                retry: 'fetching',
              },
            },
          },
        },
      },
    },
  },
});

/** Whether new rows at the top would move nothing the reader is reading. */
const isAtTop = (context: Context): boolean =>
  !context.isAway && context.opened.size === 0 && context.held.length === 0 && !leavesOut(context.filter);
