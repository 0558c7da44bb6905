import type { PlayerView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { messageOf } from '../api/call.ts';

export type FindPlayerEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'moved'; readonly by: 1 | -1 }
  | { readonly type: 'closed' }
  | { readonly type: 'retry' };

/** Shorter texts match too many players, and every search is recorded. */
export const leastLength = 2;
const fallback = msg('The search failed.');

/**
 * Searches for a player by name, email address or id: `idle` until enough is typed, `pausing` until typing stops, `searching`,
 * `found` (the arrow keys choose one), or `failed` with the reason.
 */
export const findPlayerMachine = setup({
  types: {
    context: {} as {
      readonly text: string;
      readonly players: readonly PlayerView[];
      readonly selected: number;
      readonly message: string;
    },
    events: {} as FindPlayerEvent,
  },
  actors: {
    findPlayers: fromPromise<PlayerView[], string>(() =>
      Promise.reject(new Error('findPlayers is provided by the screen')),
    ),
  },
  guards: {
    'is long enough': (_, text: string) => text.trim().length >= leastLength,
  },
  actions: {
    'set text': assign((_, text: string) => ({ text })),
    'move choice': assign(({ context: { players, selected } }, by: number) => ({
      selected: players.length === 0 ? 0 : (selected + by + players.length) % players.length,
    })),
  },
  delays: { whenTypingStops: 350 },
}).createMachine({
  id: 'findPlayer',
  context: { text: '', players: [], selected: 0, message: '' },
  initial: 'idle',
  on: {
    typed: [
      {
        guard: { type: 'is long enough', params: ({ event }) => event.text },
        target: '.pausing',
        reenter: true,
        actions: { type: 'set text', params: ({ event }) => event.text },
      },
      { target: '.idle', actions: { type: 'set text', params: ({ event }) => event.text } },
    ],
    closed: { target: '.idle', actions: assign({ text: '' }) },
  },
  states: {
    idle: {},
    pausing: { after: { whenTypingStops: 'searching' } },
    searching: {
      invoke: {
        id: 'findPlayers',
        src: 'findPlayers',
        input: ({ context }) => context.text.trim(),
        onDone: { target: 'found', actions: assign(({ event }) => ({ players: event.output, selected: 0 })) },
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
    },
    found: { on: { moved: { actions: { type: 'move choice', params: ({ event }) => event.by } } } },
    failed: { on: { retry: 'searching' } },
  },
});
