import { type NotificationView, notificationEndpoints, notificationPage } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { messageOf, remote } from '../../api/call.ts';
import { refetchDelayMs } from '../../live/retry-delays.ts';

type NotificationsContext = {
  /** Newest first. */
  readonly list: readonly NotificationView[];
  readonly hasMore: boolean;
  readonly message: string;
};
type NotificationsEvent =
  | { readonly type: 'notified'; readonly notification: NotificationView }
  | { readonly type: 'retry' }
  | { readonly type: 'load more' }
  | { readonly type: 'reconnected' };

const fallback = msg('Your notifications could not be loaded.');

/**
 * A bettor's notifications, page by page: `loading` the first page, `shown`, `refreshing` after a reconnection and `loadingMore` (the
 * list stays visible), `stale` until a refresh that failed has succeeded, `failed` without a list. A pushed one is added in every state.
 * One that was new when the list opened stays marked as new.
 */
export const notificationsMachine = setup({
  types: { context: {} as NotificationsContext, events: {} as NotificationsEvent },
  actors: { fetchPage: remote(notificationEndpoints.list) },
  guards: { 'has more': ({ context }) => context.hasMore },
  actions: {
    'add page': assign(({ context: { list } }, page: readonly NotificationView[]) => ({
      list: merged(list, page),
      hasMore: page.length === notificationPage,
      message: '',
    })),
    'add newest': assign(({ context: { list } }, page: readonly NotificationView[]) => {
      // After a long absence, what lies between the newest page and the list would be missing.
      const isGapless = page.length < notificationPage || list.some(({ id }) => id === page.at(-1)?.id);
      return { message: '', ...(isGapless ? { list: merged(list, page) } : { list: page, hasMore: true }) };
    }),
    'add notification': assign(({ context: { list } }, added: NotificationView) => ({ list: merged(list, [added]) })),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
}).createMachine({
  id: 'notifications',
  context: { list: [], hasMore: false, message: '' },
  initial: 'loading',
  on: {
    notified: { actions: { type: 'add notification', params: ({ event }) => event.notification } },
    reconnected: '.refreshing',
  },
  states: {
    loading: {
      on: { reconnected: { target: 'loading', reenter: true } },
      invoke: {
        id: 'firstPage',
        src: 'fetchPage',
        input: {},
        onDone: {
          target: 'shown',
          actions: { type: 'add page', params: ({ event }) => event.output.notifications },
        },
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
    },
    shown: { on: { 'load more': { guard: 'has more', target: 'loadingMore' } } },
    refreshing: {
      invoke: {
        id: 'newestPage',
        src: 'fetchPage',
        input: {},
        onDone: {
          target: 'shown',
          actions: { type: 'add newest', params: ({ event }) => event.output.notifications },
        },
        onError: { target: 'stale', actions: assign(messageOf(fallback)) },
      },
    },
    stale: { after: { untilRefetch: 'refreshing' }, on: { retry: 'refreshing' } },
    loadingMore: {
      invoke: {
        id: 'nextPage',
        src: 'fetchPage',
        input: ({ context: { list } }) => ({ query: { before: list.at(-1)?.id } }),
        onDone: {
          target: 'shown',
          actions: { type: 'add page', params: ({ event }) => event.output.notifications },
        },
        onError: { target: 'shown', actions: assign(messageOf(fallback)) },
      },
    },
    failed: { on: { retry: 'loading', reconnected: 'loading' } },
  },
});

/** Notifications never change, but are read: the one known first stays, so that it stays marked as new on this screen. */
function merged(known: readonly NotificationView[], page: readonly NotificationView[]): readonly NotificationView[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...page.filter(({ id }) => !ids.has(id))].toSorted((a, b) => b.id - a.id);
}
