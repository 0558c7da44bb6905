import type { LedgerEventsPage } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../api/client.ts';
import type { EventsQuery } from '../api/ledger.ts';
import { type EventFilter, leavesOut } from './event-filter.ts';
import { askAfter, type EventList, emptyList, withFirstPage, withHeld, withNews, withOlder } from './event-list.ts';

export type EventListEvent =
  | { readonly type: 'more pressed' }
  /** `n`: the highest `seq` there is, when it was told. */
  | { readonly type: 'ledger grew'; readonly n?: number }
  | { readonly type: 'news pressed' }
  | { readonly type: 'row toggled'; readonly seq: number }
  | { readonly type: 'scrolled away' }
  | { readonly type: 'came to the top' }
  | { readonly type: 'try again pressed' };
type Context = EventList & {
  readonly message: string;
  readonly opened: ReadonlySet<number>;
  readonly isAway: boolean;
  /** How often the ledger was heard to grow, and how often that had been when the news were asked for. */
  readonly heard: number;
  readonly answered: number;
  readonly grownTo: number;
};
type Page = Result<LedgerEventsPage, ApiFailure>;

const pageSize = 50;
const newsSize = 200;
const unexplained = 'The events could not be loaded.';
const valueIn = (answer: Page): LedgerEventsPage => (answer.ok ? answer.value : { events: [], next: null });

/**
 * Events of the ledger, newest first. `loading` the first page of a filter, `failed`, or `shown`. While shown, `older` ones are
 * fetched when asked for, and `news` as the ledger grows: they go on top by themselves while nothing is filtered, opened or scrolled
 * away from, and are held back for a press otherwise. `renewing` reads the top again when too much happened at once.
 */
export const eventListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as EventListEvent,
    input: {} as { readonly filter: EventFilter },
  },
  actors: {
    fetchEvents: fromPromise<Page, EventsQuery>(() =>
      Promise.reject(new Error('fetchEvents is provided by the screen')),
    ),
  },
  actions: {
    'take the first page': assign(({ context }, page: LedgerEventsPage) => withFirstPage(context, page)),
    'add the older ones': assign(({ context }, page: LedgerEventsPage) => withOlder(context, page)),
    'hold the news': assign(({ context }, page: LedgerEventsPage) => withHeld(context, page, context.grownTo)),
    'show the news': assign(({ context }) => withNews(context)),
    'hear that it grew': assign(({ context }, n: number | undefined) => ({
      heard: context.heard + 1,
      grownTo: Math.max(context.grownTo, n ?? 0),
    })),
    'note what was heard': assign(({ context }) => ({ answered: context.heard })),
    'toggle the row': assign(({ context }, seq: number) => {
      const opened = new Set(context.opened);
      if (!opened.delete(seq)) opened.add(seq);
      return { opened };
    }),
    'note why not': assign((_, message: string) => ({ message })),
  },
  guards: {
    'it came': (_, answer: Page) => answer.ok,
    'there are older ones': ({ context }) => context.next !== null,
    'it has grown since': ({ context }) => context.heard > context.answered && !context.isOverrun,
    'too much happened': ({ context }) => context.isOverrun,
    'the news belong on top': ({ context }, answer: Page) =>
      answer.ok && answer.value.next === null && isWatching(context),
    'more happened than can be followed': ({ context }, answer: Page) =>
      answer.ok && answer.value.next !== null && isWatching(context),
  },
}).createMachine({
  id: 'eventList',
  context: ({ input }) => ({
    ...emptyList(input.filter),
    message: '',
    opened: new Set(),
    isAway: false,
    heard: 0,
    answered: 0,
    grownTo: 0,
  }),
  initial: 'loading',
  on: {
    'row toggled': { actions: { type: 'toggle the row', params: ({ event }) => event.seq } },
    'scrolled away': { actions: assign({ isAway: true }) },
    'came to the top': { actions: assign({ isAway: false }) },
    'ledger grew': { actions: { type: 'hear that it grew', params: ({ event }) => event.n } },
  },
  states: {
    loading: {
      entry: 'note what was heard',
      invoke: {
        id: 'firstPage',
        src: 'fetchEvents',
        input: ({ context }) => ({ ...context.filter, limit: pageSize }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the first page', params: ({ event }) => valueIn(event.output) },
          },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => reasonOf(event.output) } },
        ],
        onError: { target: 'failed', actions: { type: 'note why not', params: unexplained } },
      },
    },
    failed: { on: { 'try again pressed': 'loading' } },
    shown: {
      type: 'parallel',
      states: {
        older: {
          initial: 'still',
          states: {
            still: { on: { 'more pressed': { guard: 'there are older ones', target: 'loading' } } },
            loading: {
              invoke: {
                id: 'olderPage',
                src: 'fetchEvents',
                input: ({ context }) => ({
                  ...context.filter,
                  limit: pageSize,
                  ...(context.next !== null && { before: context.next }),
                }),
                onDone: [
                  {
                    guard: { type: 'it came', params: ({ event }) => event.output },
                    target: 'still',
                    actions: { type: 'add the older ones', params: ({ event }) => valueIn(event.output) },
                  },
                  {
                    target: 'failed',
                    actions: { type: 'note why not', params: ({ event }) => reasonOf(event.output) },
                  },
                ],
                onError: { target: 'failed', actions: { type: 'note why not', params: unexplained } },
              },
            },
            failed: { on: { 'more pressed': 'loading' } },
          },
        },
        news: {
          initial: 'still',
          on: { 'news pressed': [{ guard: 'too much happened', target: '.renewing' }, { actions: 'show the news' }] },
          states: {
            still: { always: { guard: 'it has grown since', target: 'fetching' } },
            fetching: {
              entry: 'note what was heard',
              invoke: {
                id: 'news',
                src: 'fetchEvents',
                input: ({ context }) => ({ ...context.filter, limit: newsSize, after: askAfter(context) }),
                onDone: [
                  {
                    guard: { type: 'more happened than can be followed', params: ({ event }) => event.output },
                    target: 'renewing',
                  },
                  {
                    guard: { type: 'the news belong on top', params: ({ event }) => event.output },
                    target: 'still',
                    actions: [{ type: 'hold the news', params: ({ event }) => valueIn(event.output) }, 'show the news'],
                  },
                  {
                    guard: { type: 'it came', params: ({ event }) => event.output },
                    target: 'still',
                    actions: { type: 'hold the news', params: ({ event }) => valueIn(event.output) },
                  },
                  { target: 'missed' },
                ],
                onError: 'missed',
              },
            },
            renewing: {
              entry: 'note what was heard',
              invoke: {
                id: 'renewal',
                src: 'fetchEvents',
                input: ({ context }) => ({ ...context.filter, limit: pageSize }),
                onDone: [
                  {
                    guard: { type: 'it came', params: ({ event }) => event.output },
                    target: 'still',
                    actions: { type: 'take the first page', params: ({ event }) => valueIn(event.output) },
                  },
                  { target: 'missed' },
                ],
                onError: 'missed',
              },
            },
            missed: {
              on: {
                'ledger grew': {
                  target: 'fetching',
                  actions: { type: 'hear that it grew', params: ({ event }) => event.n },
                },
                'try again pressed': 'fetching',
              },
            },
          },
        },
      },
    },
  },
});

/** Whether the reader has the top of everything in sight, so that nothing they look at moves. */
const isWatching = (context: Context): boolean =>
  !context.isAway && context.opened.size === 0 && context.held.length === 0 && !leavesOut(context.filter);

const reasonOf = (answer: Page): string => (answer.ok ? unexplained : failureText(answer.refusal, unexplained));
