import type { BetView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { betHistory } from '../../api/bet-endpoints.ts';
import { errorText, remote } from '../../api/call.ts';
import { refetchDelayMs } from '../../live/retry-delays.ts';
import {
  type BetList,
  emptyList,
  queryOf,
  refreshed,
  refreshLimit,
  type Show,
  withPage,
  withPushed,
} from './bet-list.ts';

type HistoryEvent =
  | { type: 'bet changed'; bet: BetView }
  | { type: 'retry' }
  | { type: 'load more' }
  | { type: 'reconnected' };

const fallback = msg('Failed to fetch bet history');

/**
 * The bettor's bets, newest first, page by page: `loading` the first page, `shown`, `refreshing` after a reconnection and
 * `loadingMore` (the list stays visible), `stale` until a refresh that failed has succeeded, `failed` without a list. A pushed bet is
 * applied in every state, even before the list is loaded.
 */
export const bettingHistoryMachine = setup({
  types: {
    context: {} as { readonly list: BetList; readonly message: string },
    events: {} as HistoryEvent,
    input: {} as { readonly show: Show },
  },
  actors: { fetchBets: remote(betHistory) },
  guards: { 'has more': ({ context }) => context.list.hasMore },
  actions: {
    'add page': assign(({ context }, page: readonly BetView[]) => ({
      list: withPage(context.list, page),
      message: '',
    })),
    'replace bets': assign(({ context }, page: readonly BetView[]) => ({
      list: refreshed(context.list, page),
      message: '',
    })),
    'update bet': assign(({ context }, bet: BetView) => ({ list: withPushed(context.list, bet) })),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
}).createMachine({
  id: 'bettingHistory',
  context: ({ input }) => ({ list: emptyList(input.show), message: '' }),
  initial: 'loading',
  on: {
    'bet changed': { actions: { type: 'update bet', params: ({ event }) => event.bet } },
    reconnected: '.refreshing',
  },
  states: {
    loading: {
      on: { reconnected: { target: 'loading', reenter: true } },
      invoke: {
        id: 'firstPage',
        src: 'fetchBets',
        input: ({ context: { list } }) => ({ query: queryOf(list) }),
        onDone: { target: 'shown', actions: { type: 'add page', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => ({ message: errorText(event.error, t(fallback)) })),
        },
      },
    },
    shown: { on: { 'load more': { guard: 'has more', target: 'loadingMore' } } },
    refreshing: {
      invoke: {
        id: 'allPages',
        src: 'fetchBets',
        input: ({ context: { list } }) => ({ query: { ...queryOf(list), limit: refreshLimit(list) } }),
        onDone: { target: 'shown', actions: { type: 'replace bets', params: ({ event }) => event.output } },
        onError: {
          target: 'stale',
          actions: assign(({ event }) => ({ message: errorText(event.error, t(fallback)) })),
        },
      },
    },
    stale: { after: { untilRefetch: 'refreshing' }, on: { retry: 'refreshing' } },
    loadingMore: {
      invoke: {
        id: 'nextPage',
        src: 'fetchBets',
        input: ({ context: { list } }) => ({ query: { ...queryOf(list), before: list.cursor?._id } }),
        onDone: { target: 'shown', actions: { type: 'add page', params: ({ event }) => event.output } },
        onError: {
          target: 'shown',
          actions: assign(({ event }) => ({ message: errorText(event.error, t(fallback)) })),
        },
      },
    },
    failed: { on: { retry: 'loading', reconnected: 'loading' } },
  },
});
