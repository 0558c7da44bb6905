import type { BetView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { betHistory } from '../../api/bet-endpoints.ts';
import { messageOf, remote } from '../../api/call.ts';
import { refetchDelayMs } from '../../live/retry-delays.ts';
import {
  type BetList,
  emptyList,
  merged,
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
 * applied in every state, and again to the answer of a request that was under way, which may have been read before it.
 */
export const bettingHistoryMachine = setup({
  types: {
    context: {} as {
      readonly list: BetList;
      /** The list when the last request was sent, and the bets that were pushed since. */
      readonly asked: BetList;
      readonly pushed: readonly BetView[];
      readonly message: string;
    },
    events: {} as HistoryEvent,
    input: {} as { readonly show: Show },
  },
  actors: { fetchBets: remote(betHistory) },
  guards: { 'has more': ({ context }) => context.list.hasMore },
  actions: {
    'begin request': assign(({ context: { list } }) => ({ asked: list, pushed: [] })),
    'add page': assign(({ context: { asked, pushed } }, page: readonly BetView[]) => ({
      list: pushed.reduce(withPushed, withPage(asked, page)),
      message: '',
    })),
    'replace bets': assign(({ context: { asked, pushed } }, page: readonly BetView[]) => ({
      list: pushed.reduce(withPushed, refreshed(asked, page)),
      message: '',
    })),
    'update bet': assign(({ context: { list, pushed } }, bet: BetView) => ({
      list: withPushed(list, bet),
      pushed: merged([...pushed, bet]),
    })),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
}).createMachine({
  id: 'bettingHistory',
  context: ({ input: { show } }) => ({ list: emptyList(show), asked: emptyList(show), pushed: [], message: '' }),
  initial: 'loading',
  on: {
    'bet changed': { actions: { type: 'update bet', params: ({ event }) => event.bet } },
    reconnected: '.refreshing',
  },
  states: {
    loading: {
      entry: 'begin request',
      on: { reconnected: { target: 'loading', reenter: true } },
      invoke: {
        id: 'firstPage',
        src: 'fetchBets',
        input: ({ context: { list } }) => ({ query: queryOf(list) }),
        onDone: { target: 'shown', actions: { type: 'add page', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
    },
    shown: { on: { 'load more': { guard: 'has more', target: 'loadingMore' } } },
    refreshing: {
      entry: 'begin request',
      invoke: {
        id: 'allPages',
        src: 'fetchBets',
        input: ({ context: { list } }) => ({ query: { ...queryOf(list), limit: refreshLimit(list) } }),
        onDone: { target: 'shown', actions: { type: 'replace bets', params: ({ event }) => event.output } },
        onError: { target: 'stale', actions: assign(messageOf(fallback)) },
      },
    },
    stale: { after: { untilRefetch: 'refreshing' }, on: { retry: 'refreshing' } },
    loadingMore: {
      entry: 'begin request',
      invoke: {
        id: 'nextPage',
        src: 'fetchBets',
        input: ({ context: { list } }) => ({ query: { ...queryOf(list), before: list.cursor?._id } }),
        onDone: { target: 'shown', actions: { type: 'add page', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: assign(messageOf(fallback)) },
      },
    },
    failed: { on: { retry: 'loading', reconnected: 'loading' } },
  },
});
