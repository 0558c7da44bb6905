import { limitEndpoints, type PlayView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { messageOf, remote } from '../api/call.ts';
import type { PlaySession } from './play-session.ts';

type Context = {
  /** Between two reality checks, ms. */
  readonly intervalMs: number;
  /** When the session began, and when this page showed its last reality check; ms since the epoch. */
  readonly since: number;
  readonly shownAt: number;
  /** How far the server's clock was ahead of this device's, ms. */
  readonly clockLeadMs: number;
  readonly play: PlayView | undefined;
  readonly message: string;
};
type RealityCheckEvent =
  /** `checkedAt`: when the last reality check of the session was dismissed, in any tab. */
  | ({ type: 'tick'; now: number; clockLeadMs: number } & PlaySession)
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
      event.type === 'tick' && event.now - Math.max(context.shownAt, event.checkedAt) >= context.intervalMs,
    // A new session, as after a pause, is no dismissal.
    'was dismissed in another tab': ({ context, event }) =>
      event.type === 'tick' && event.since === context.since && event.checkedAt >= context.shownAt,
  },
  actions: {
    'record the check': () => {
      throw new Error('the dialog provides how to record it');
    },
    'log out': () => {
      throw new Error('the dialog provides how to log out');
    },
    /** For the dialog to provide: the profile has the exclusion. */
    'refresh profile': () => {},
  },
}).createMachine({
  id: 'reality check',
  context: ({ input }) => ({ ...input, shownAt: input.since, clockLeadMs: 0, play: undefined, message: '' }),
  initial: 'playing',
  states: {
    playing: {
      on: {
        tick: {
          guard: 'interval is over',
          target: 'loading',
          actions: assign(({ event: { since, now, clockLeadMs } }) => ({
            since,
            shownAt: now,
            clockLeadMs,
            message: '',
          })),
        },
      },
    },
    loading: {
      invoke: {
        src: 'loadPlay',
        input: ({ context: { since, clockLeadMs } }) => ({
          query: { since: new Date(since + clockLeadMs).toISOString() },
        }),
        onDone: { target: 'shown', actions: assign(({ event }) => ({ play: event.output })) },
        onError: { target: 'shown', actions: assign({ play: undefined }) },
      },
    },
    shown: {
      on: {
        continue: { target: 'playing', actions: 'record the check' },
        'offer break': 'offered',
        'log out': 'leaving',
        tick: { guard: 'was dismissed in another tab', target: 'playing' },
      },
    },
    offered: { on: { back: 'shown', 'start break': 'starting' } },
    starting: {
      invoke: {
        src: 'exclude',
        input: { body: { kind: 'time-out', days: 1 } },
        onDone: { target: 'started', actions: 'refresh profile' },
        onError: {
          target: 'offered',
          actions: assign(messageOf(msg('The break could not be started. Please try again.'))),
        },
      },
    },
    started: { on: { continue: { target: 'playing', actions: 'record the check' }, 'log out': 'leaving' } },
    leaving: { entry: ['record the check', 'log out'], always: 'playing' },
  },
});
