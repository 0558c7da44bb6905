import type { PlayerSheet } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { isUnknown } from '../../api/is-unknown.ts';

type Fetched = Result<PlayerSheet, ApiFailure>;
type PlayerEvent =
  /** Something of this player is known to have changed. */
  | { readonly type: 'player told' }
  | { readonly type: 'refresh pressed' }
  | { readonly type: 'try again pressed' }
  | { readonly type: 'line joined' };
type Context = { readonly sheet: PlayerSheet | undefined; readonly message: string };

const unexplained = 'The player could not be loaded.';

/**
 * One player for operators. `loading` while nothing is there; `shown`; `refreshing` while what is there stays in sight, `stale` when
 * that failed; `missing` when there is no such player; `failed` when nothing came.
 */
export const playerMachine = setup({
  types: { context: {} as Context, events: {} as PlayerEvent },
  actors: {
    fetchPlayer: fromPromise<Fetched>(() => Promise.reject(new Error('fetchPlayer is provided by the screen'))),
  },
  guards: {
    'it came': (_, fetched: Fetched) => fetched.ok,
    'there is nobody': (_, fetched: Fetched) => !fetched.ok && isUnknown(fetched.refusal),
  },
  actions: {
    'take the player': assign(({ context }, fetched: Fetched) => ({
      sheet: fetched.ok ? fetched.value : context.sheet,
      message: '',
    })),
    'note why not': assign((_, fetched: Fetched) => ({
      message: fetched.ok ? '' : failureText(fetched.refusal, unexplained),
    })),
    'note that nobody knows why': assign({ message: unexplained }),
  },
}).createMachine({
  id: 'player',
  context: { sheet: undefined, message: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'firstLook',
        src: 'fetchPlayer',
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the player', params: ({ event }) => event.output },
          },
          { guard: { type: 'there is nobody', params: ({ event }) => event.output }, target: 'missing' },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: 'note that nobody knows why' },
      },
    },
    shown: { on: { 'player told': 'refreshing', 'refresh pressed': 'refreshing', 'line joined': 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'laterLook',
        src: 'fetchPlayer',
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the player', params: ({ event }) => event.output },
          },
          { target: 'stale', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'stale', actions: 'note that nobody knows why' },
      },
      on: { 'player told': { target: 'refreshing', reenter: true } },
    },
    stale: {
      on: {
        'player told': 'refreshing',
        'refresh pressed': 'refreshing',
        'try again pressed': 'refreshing',
        'line joined': 'refreshing',
      },
    },
    missing: {},
    failed: { on: { 'refresh pressed': 'loading', 'try again pressed': 'loading', 'line joined': 'loading' } },
  },
});
