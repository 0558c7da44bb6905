import type { NotificationsRead, notificationEndpoints } from '@touchline/core/contract';
import { assign, setup } from 'xstate';
import { type LightEndpoint, remote } from '../api/call.ts';
import { listOf, record, whole } from '../api/shape.ts';

/** How many notifications are unread, and the id of the newest one. */
type Counted = { readonly unread: number; readonly newest: number };
type BellEvent =
  | { readonly type: 'notified'; readonly id: number }
  | { readonly type: 'read'; readonly read: NotificationsRead }
  | { readonly type: 'refresh' }
  /** Counts again as well, but leaves a request under way, however long it takes. */
  | { readonly type: 'polled' };

type List = typeof notificationEndpoints.list;
type Newest = { readonly unread: number; readonly notifications: readonly { readonly id: number }[] };
/** Read without the schema library, because the header of every screen has it. */
const newestNotification: LightEndpoint<List, Newest> = {
  method: 'GET',
  path: '/notifications',
  light: record({ unread: whole, notifications: listOf(record({ id: whole })) }),
};

/**
 * Counts unread notifications: `loading` the count, `counted`, or `uncounted` when it could not be loaded. What is pushed while it loads
 * may or may not be in the answer, so it is loaded again.
 */
export const bellMachine = setup({
  types: { context: {} as Counted, events: {} as BellEvent },
  actors: { load: remote<List, Newest>(newestNotification) },
  guards: {
    'is new': ({ context, event }) => event.type === 'notified' && event.id > context.newest,
    'covers all': ({ context, event }) => event.type === 'read' && event.read.upTo >= context.newest,
  },
}).createMachine({
  id: 'bell',
  context: { unread: 0, newest: 0 },
  initial: 'loading',
  on: { refresh: '.loading', polled: '.loading' },
  states: {
    loading: {
      on: {
        notified: { target: 'loading', reenter: true },
        read: { target: 'loading', reenter: true },
        polled: {},
      },
      invoke: {
        src: 'load',
        input: { query: { limit: 1 } },
        onDone: {
          target: 'counted',
          actions: assign(({ event: { output } }) => ({
            unread: output.unread,
            newest: output.notifications[0]?.id ?? 0,
          })),
        },
        onError: 'uncounted',
      },
    },
    counted: {
      on: {
        notified: {
          guard: 'is new',
          actions: assign(({ context, event }) => ({ unread: context.unread + 1, newest: event.id })),
        },
        read: [
          { guard: 'covers all', actions: assign(({ event }) => ({ unread: event.read.unread })) },
          { target: 'loading' },
        ],
      },
    },
    uncounted: { on: { notified: 'loading', read: 'loading' } },
  },
});
