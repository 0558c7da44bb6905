import type { BetView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { HistoryAsked } from '../../api/betting.ts';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { type BetList, emptyList, refreshed, refreshLimit, type Show, withPage, withPushed } from './bet-list.ts';

type Fetched = Result<BetView[], ApiFailure>;
type HistoryEvent =
  | { type: 'bet pushed'; bet: BetView }
  | { type: 'try again pressed' }
  | { type: 'more pressed' }
  | { type: 'line joined' };

const unexplained = 'Failed to fetch bet history';
const reasonOf = (fetched: Fetched): string => (fetched.ok ? '' : failureText(fetched.refusal, unexplained));
const betsOf = (fetched: Fetched): readonly BetView[] => (fetched.ok ? fetched.value : []);

/**
 * The bettor's bets, newest first, page by page. `loading` the first page, `shown`, `refreshing` when the line was joined anew
 * and `adding` a page (the list stays in sight), `failed`. A pushed bet is taken in every state, even before the list is there.
 */
export const bettingHistoryMachine = setup({
  types: {
    context: {} as { readonly list: BetList; readonly message: string },
    events: {} as HistoryEvent,
    input: {} as { readonly show: Show },
  },
  actors: {
    fetchBetHistory: fromPromise<Fetched, HistoryAsked>(() =>
      Promise.reject(new Error('fetchBetHistory is provided by the screen')),
    ),
  },
  guards: {
    'it came': (_, fetched: Fetched) => fetched.ok,
    'there is more': ({ context }) => context.list.hasMore,
  },
  actions: {
    'add the page': assign(({ context }, fetched: Fetched) => ({
      list: withPage(context.list, betsOf(fetched)),
      message: '',
    })),
    'take what is there now': assign(({ context }, fetched: Fetched) => ({
      list: refreshed(context.list, betsOf(fetched)),
    })),
    'take the pushed bet': assign(({ context }, bet: BetView) => ({ list: withPushed(context.list, bet) })),
    'note why not': assign((_, message: string) => ({ message })),
  },
}).createMachine({
  id: 'bettingHistory',
  context: ({ input }) => ({ list: emptyList(input.show), message: '' }),
  initial: 'loading',
  on: { 'bet pushed': { actions: { type: 'take the pushed bet', params: ({ event }) => event.bet } } },
  states: {
    loading: {
      invoke: {
        id: 'fetchBetHistory',
        src: 'fetchBetHistory',
        input: ({ context }) => ({ show: context.list.show }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'add the page', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => reasonOf(event.output) } },
        ],
        onError: { target: 'failed', actions: { type: 'note why not', params: unexplained } },
      },
    },
    shown: { on: { 'line joined': 'refreshing', 'more pressed': { guard: 'there is more', target: 'adding' } } },
    refreshing: {
      invoke: {
        id: 'refreshBetHistory',
        src: 'fetchBetHistory',
        input: ({ context }) => ({ show: context.list.show, limit: refreshLimit(context.list) }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take what is there now', params: ({ event }) => event.output },
          },
          { target: 'shown' },
        ],
        onError: 'shown',
      },
    },
    adding: {
      invoke: {
        id: 'fetchMoreBets',
        src: 'fetchBetHistory',
        input: ({ context }) => ({ show: context.list.show, before: context.list.cursor?._id }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'add the page', params: ({ event }) => event.output },
          },
          { target: 'shown', actions: { type: 'note why not', params: ({ event }) => reasonOf(event.output) } },
        ],
        onError: { target: 'shown', actions: { type: 'note why not', params: unexplained } },
      },
    },
    failed: { on: { 'try again pressed': 'loading', 'line joined': 'loading' } },
  },
});
