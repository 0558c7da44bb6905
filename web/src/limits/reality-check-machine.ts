import type { LimitsView, PlayView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../api/client.ts';

type Context = {
  /** Between two checks, ms. */
  readonly everyMs: number;
  /** Since when the bettor plays, and when they were last told; ms since the epoch. */
  readonly since: number;
  readonly toldAt: number;
  readonly play: PlayView | undefined;
  readonly message: string;
};
type RealityEvent =
  | { type: 'minute passed'; now: number; since: number }
  | { type: 'keep playing' }
  | { type: 'break wanted' }
  | { type: 'back pressed' }
  | { type: 'break confirmed' }
  | { type: 'log out pressed' };
type Looked = Result<PlayView, ApiFailure>;
type Excluded = Result<LimitsView, ApiFailure>;

const notTaken = 'The break could not begin. Please try again.';

/**
 * Tells a bettor how long they play. `playing` until the time is up. `looking` asks what was staked and won, then `telling` says
 * it, or that it is not known. `offering` a break asks once more before `pausing` takes it; `paused` says that it has begun.
 * `leaving` logs out.
 */
export const realityCheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RealityEvent,
    input: {} as { readonly everyMs: number; readonly since: number; readonly now: number },
  },
  actors: {
    look: fromPromise<Looked, { readonly since: number }>(() =>
      Promise.reject(new Error('looking is provided by the dialog')),
    ),
    pause: fromPromise<Excluded>(() => Promise.reject(new Error('pausing is provided by the dialog'))),
  },
  guards: {
    'it is time': ({ context, event }) =>
      event.type === 'minute passed' && event.now - Math.max(context.toldAt, event.since) >= context.everyMs,
  },
  actions: {
    'log out': () => {
      throw new Error('logging out is provided by the dialog');
    },
    'note what was played': assign((_, looked: Looked) => ({ play: looked.ok ? looked.value : undefined })),
    'note why not': assign((_, excluded: Excluded) => ({
      message: excluded.ok ? '' : failureText(excluded.refusal, notTaken),
    })),
  },
}).createMachine({
  id: 'reality check',
  context: ({ input }) => ({
    everyMs: input.everyMs,
    since: input.since,
    toldAt: input.since,
    play: undefined,
    message: '',
  }),
  initial: 'playing',
  states: {
    playing: {
      on: {
        'minute passed': {
          guard: 'it is time',
          target: 'looking',
          actions: assign(({ event }) => ({ since: event.since, toldAt: event.now, message: '' })),
        },
      },
    },
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context }) => ({ since: context.since }),
        onDone: {
          target: 'telling',
          actions: { type: 'note what was played', params: ({ event }) => event.output },
        },
        onError: { target: 'telling', actions: assign({ play: undefined }) },
      },
    },
    telling: {
      on: { 'keep playing': 'playing', 'break wanted': 'offering', 'log out pressed': 'leaving' },
    },
    offering: { on: { 'back pressed': 'telling', 'break confirmed': 'pausing' } },
    pausing: {
      invoke: {
        id: 'pause',
        src: 'pause',
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'paused' },
          { target: 'offering', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'offering', actions: assign({ message: notTaken }) },
      },
    },
    paused: { on: { 'keep playing': 'playing', 'log out pressed': 'leaving' } },
    leaving: { entry: 'log out', always: 'playing' },
  },
});
