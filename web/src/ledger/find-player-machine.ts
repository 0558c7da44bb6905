import type { PlayerView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../api/client.ts';

export type FindPlayerEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'moved'; readonly by: 1 | -1 }
  | { readonly type: 'closed' }
  | { readonly type: 'try again pressed' };
type Found = Result<PlayerView[], ApiFailure>;

/** Shorter words fit too many, and every search for a player is recorded. */
export const leastLength = 2;
const unexplained = 'Players could not be searched for.';

/**
 * Search for a player by name, e-mail address or id. `idle` until enough is typed; `pausing` until the typing stops; `searching`;
 * `found`, with one of them chosen by the arrow keys; or `failed` with the reason.
 */
export const findPlayerMachine = setup({
  types: {
    context: {} as {
      readonly text: string;
      readonly players: readonly PlayerView[];
      readonly place: number;
      readonly message: string;
    },
    events: {} as FindPlayerEvent,
  },
  actors: {
    findPlayers: fromPromise<Found, string>(() => Promise.reject(new Error('findPlayers is provided by the screen'))),
  },
  guards: {
    'enough is typed': (_, text: string) => text.trim().length >= leastLength,
    'they came': (_, answer: Found) => answer.ok,
  },
  actions: {
    'take what is typed': assign((_, text: string) => ({ text })),
    'take the players': assign((_, answer: Found) => ({ players: answer.ok ? answer.value : [], place: 0 })),
    'move the choice': assign(({ context: { players, place } }, by: number) => ({
      place: players.length === 0 ? 0 : (place + by + players.length) % players.length,
    })),
    'note why not': assign((_, answer: Found) => ({
      message: answer.ok ? unexplained : failureText(answer.refusal, unexplained),
    })),
  },
  delays: { whenTypingStops: 350 },
}).createMachine({
  id: 'findPlayer',
  context: { text: '', players: [], place: 0, message: '' },
  initial: 'idle',
  on: {
    typed: [
      {
        guard: { type: 'enough is typed', params: ({ event }) => event.text },
        target: '.pausing',
        reenter: true,
        actions: { type: 'take what is typed', params: ({ event }) => event.text },
      },
      { target: '.idle', actions: { type: 'take what is typed', params: ({ event }) => event.text } },
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
        onDone: [
          {
            guard: { type: 'they came', params: ({ event }) => event.output },
            target: 'found',
            actions: { type: 'take the players', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ message: unexplained }) },
      },
    },
    found: { on: { moved: { actions: { type: 'move the choice', params: ({ event }) => event.by } } } },
    failed: { on: { 'try again pressed': 'searching' } },
  },
});
