import { limitEndpoints, type PlayView } from '@touchline/core/contract';
import { assign, setup } from 'xstate';
import { errorText, remote } from '../api/call.ts';

type Context = {
  /** Between two reality checks, ms. */
  readonly intervalMs: number;
  /** When the session began, and when the last reality check was shown; ms since the epoch. */
  readonly since: number;
  readonly shownAt: number;
  readonly play: PlayView | undefined;
  readonly message: string;
};
type RealityCheckEvent =
  | { type: 'tick'; now: number; since: number }
  | { type: 'continue' }
  | { type: 'offer break' }
  | { type: 'back' }
  | { type: 'start break' }
  | { type: 'log out' };

/**
 * Reminds a bettor of how long they have played. `playing` until the interval is over; `loading` the stakes and the net result, then
 * `shown`, also when they could not be loaded. A break is `offered`, then `starting`, then `started`. `leaving` logs out.
 */
export const realityCheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RealityCheckEvent,
    input: {} as { readonly intervalMs: number; readonly since: number },
  },
  actors: { loadPlay: remote(limitEndpoints.play), exclude: remote(limitEndpoints.exclude) },
  guards: {
    'interval is over': ({ context, event }) =>
      event.type === 'tick' && event.now - Math.max(context.shownAt, event.since) >= context.intervalMs,
  },
  actions: {
    'log out': () => {
      throw new Error('the dialog provides how to log out');
    },
  },
}).createMachine({
  id: 'reality check',
  context: ({ input }) => ({ ...input, shownAt: input.since, play: undefined, message: '' }),
  initial: 'playing',
  states: {
    playing: {
      on: {
        tick: {
          guard: 'interval is over',
          target: 'loading',
          actions: assign(({ event }) => ({ since: event.since, shownAt: event.now, message: '' })),
        },
      },
    },
    loading: {
      invoke: {
        src: 'loadPlay',
        input: ({ context }) => ({ query: { since: new Date(context.since).toISOString() } }),
        onDone: { target: 'shown', actions: assign(({ event }) => ({ play: event.output })) },
        onError: { target: 'shown', actions: assign({ play: undefined }) },
      },
    },
    shown: { on: { continue: 'playing', 'offer break': 'offered', 'log out': 'leaving' } },
    offered: { on: { back: 'shown', 'start break': 'starting' } },
    starting: {
      invoke: {
        src: 'exclude',
        input: { body: { kind: 'time-out', days: 1 } },
        onDone: 'started',
        onError: {
          target: 'offered',
          actions: assign(({ event }) => ({
            message: errorText(event.error, 'The break could not be started. Please try again.'),
          })),
        },
      },
    },
    started: { on: { continue: 'playing', 'log out': 'leaving' } },
    leaving: { entry: 'log out', always: 'playing' },
  },
});
