import type { PlayerSheet } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { isNotFound, messageOf } from '../../api/call.ts';
import { refetchDelayMs } from '../../live/retry-delays.ts';

type PlayerEvent =
  | { readonly type: 'refresh' }
  | { readonly type: 'player changed' }
  | { readonly type: 'reconnected' };
type Context = { readonly sheet: PlayerSheet | undefined; readonly message: string };

const fallback = msg('The player could not be loaded.');

/**
 * One player for staff: `loading`, `shown`, `refreshing` while the old values stay visible, `stale` until one that failed has succeeded, `missing` if
 * there is no such player, or `failed`.
 */
export const playerMachine = setup({
  types: { context: {} as Context, events: {} as PlayerEvent },
  actors: {
    fetchPlayer: fromPromise<PlayerSheet>(() => Promise.reject(new Error('fetchPlayer is provided by the screen'))),
  },
  actions: {
    'set player': assign((_, sheet: PlayerSheet) => ({ sheet, message: '' })),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
}).createMachine({
  id: 'player',
  context: { sheet: undefined, message: '' },
  initial: 'loading',
  on: { reconnected: '.refreshing' },
  states: {
    loading: {
      on: { reconnected: { target: 'loading', reenter: true } },
      invoke: {
        id: 'firstFetch',
        src: 'fetchPlayer',
        onDone: { target: 'shown', actions: { type: 'set player', params: ({ event }) => event.output } },
        onError: [
          { guard: ({ event }) => isNotFound(event.error), target: 'missing' },
          { target: 'failed', actions: assign(messageOf(fallback)) },
        ],
      },
    },
    shown: { on: { refresh: 'refreshing', 'player changed': 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'laterFetch',
        src: 'fetchPlayer',
        onDone: { target: 'shown', actions: { type: 'set player', params: ({ event }) => event.output } },
        onError: { target: 'stale', actions: assign(messageOf(fallback)) },
      },
      on: { 'player changed': { target: 'refreshing', reenter: true } },
    },
    stale: {
      after: { untilRefetch: 'refreshing' },
      on: { refresh: 'refreshing', 'player changed': 'refreshing' },
    },
    missing: { on: { reconnected: 'loading' } },
    failed: { on: { refresh: 'loading', reconnected: 'loading' } },
  },
});
