import type { BetView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Fetched = Result<BetView[], ApiFailure>;
type HistoryEvent = { type: 'bet pushed'; bet: BetView } | { type: 'try again pressed' } | { type: 'line joined' };

const unexplained = 'Failed to fetch bet history';

/**
 * The bettor's bets, newest first. `loading` the first time, `shown`, `refreshing` when the line was joined anew (the list
 * stays in sight), `failed`. A pushed bet replaces an older version of itself in every state, even before the list is there.
 */
export const bettingHistoryMachine = setup({
  types: {
    context: {} as { readonly bets: readonly BetView[]; readonly message: string },
    events: {} as HistoryEvent,
  },
  actors: {
    fetchBetHistory: fromPromise<Fetched>(() => Promise.reject(new Error('fetchBetHistory is provided by the screen'))),
  },
  actions: {
    'take the bets': assign(({ context }, bets: readonly BetView[]) => ({ bets: withBets(context.bets, bets) })),
    'note why not': assign((_, message: string) => ({ message })),
  },
}).createMachine({
  id: 'bettingHistory',
  context: { bets: [], message: '' },
  initial: 'loading',
  on: { 'bet pushed': { actions: { type: 'take the bets', params: ({ event }) => [event.bet] } } },
  states: {
    loading: {
      invoke: {
        id: 'fetchBetHistory',
        src: 'fetchBetHistory',
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'shown',
            actions: { type: 'take the bets', params: ({ event }) => (event.output.ok ? event.output.value : []) },
          },
          {
            target: 'failed',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? '' : failureText(event.output.refusal, unexplained)),
            },
          },
        ],
        onError: { target: 'failed', actions: { type: 'note why not', params: unexplained } },
      },
    },
    shown: { on: { 'line joined': 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'refreshBetHistory',
        src: 'fetchBetHistory',
        onDone: {
          target: 'shown',
          actions: { type: 'take the bets', params: ({ event }) => (event.output.ok ? event.output.value : []) },
        },
        onError: 'shown',
      },
    },
    failed: { on: { 'try again pressed': 'loading', 'line joined': 'loading' } },
  },
});

/** Merges by id, the higher version wins; newest first. */
function withBets(known: readonly BetView[], arrived: readonly BetView[]): readonly BetView[] {
  const byId = new Map(known.map((bet) => [bet._id, bet]));
  for (const bet of arrived) {
    const mine = byId.get(bet._id);
    if (!mine || bet.version > mine.version) byId.set(bet._id, bet);
  }
  return [...byId.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
