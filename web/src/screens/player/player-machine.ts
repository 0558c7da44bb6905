import type { PlayerSheet } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { errorText, isNotFound } from '../../api/call.ts';

type PlayerEvent =
  | { readonly type: 'refresh' }
  | { readonly type: 'player changed' }
  | { readonly type: 'reconnected' };
type Context = { readonly sheet: PlayerSheet | undefined; readonly message: string };

const fallback = msg('The player could not be loaded.');

/**
 * One player for staff: `loading`, `shown`, `refreshing` while the old values stay visible, `stale` if that failed, `missing` if
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
}).createMachine({
  id: 'player',
  context: { sheet: undefined, message: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'firstFetch',
        src: 'fetchPlayer',
        onDone: { target: 'shown', actions: { type: 'set player', params: ({ event }) => event.output } },
        onError: [
          { guard: ({ event }) => isNotFound(event.error), target: 'missing' },
          { target: 'failed', actions: assign(({ event }) => ({ message: errorText(event.error, t(fallback)) })) },
        ],
      },
    },
    shown: { on: { refresh: 'refreshing', 'player changed': 'refreshing', reconnected: 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'laterFetch',
        src: 'fetchPlayer',
        onDone: { target: 'shown', actions: { type: 'set player', params: ({ event }) => event.output } },
        onError: {
          target: 'stale',
          actions: assign(({ event }) => ({ message: errorText(event.error, t(fallback)) })),
        },
      },
      on: { 'player changed': { target: 'refreshing', reenter: true } },
    },
    stale: { on: { refresh: 'refreshing', 'player changed': 'refreshing', reconnected: 'refreshing' } },
    missing: {},
    failed: { on: { refresh: 'loading', reconnected: 'loading' } },
  },
});
