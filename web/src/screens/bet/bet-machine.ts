import type { BetTimeline, BetView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { isUnknown } from '../../api/is-unknown.ts';

type Fetched = Result<BetTimeline, ApiFailure>;
type BetEvent = { type: 'bet pushed'; bet: BetView } | { type: 'try again pressed' } | { type: 'line joined' };

const unexplained = 'Failed to fetch this bet';

const bet = setup({
  types: {
    context: {} as { readonly id: string; readonly timeline: BetTimeline | undefined; readonly message: string },
    events: {} as BetEvent,
    input: {} as { readonly id: string },
  },
  actors: {
    fetchTimeline: fromPromise<Fetched, { id: string }>(() =>
      Promise.reject(new Error('fetchTimeline is provided by the screen')),
    ),
  },
  guards: {
    'it is this bet': ({ context }, bet: BetView) => bet._id === context.id,
    'it came': (_, fetched: Fetched) => fetched.ok,
    'there is no such bet': (_, fetched: Fetched) => !fetched.ok && isUnknown(fetched.refusal),
  },
  actions: {
    'take the story': assign((_, fetched: Fetched) => (fetched.ok ? { timeline: fetched.value } : {})),
    'take the bet': assign(({ context: { timeline } }, bet: BetView) => ({
      timeline: timeline && bet.version > timeline.bet.version ? { ...timeline, bet } : timeline,
    })),
    'note why not': assign((_, fetched: Fetched | undefined) => ({
      message: fetched && !fetched.ok ? failureText(fetched.refusal, unexplained) : unexplained,
    })),
  },
});

const beforeShown = bet.createStateConfig({
  on: {
    'bet pushed': {
      guard: { type: 'it is this bet', params: ({ event }) => event.bet },
      target: '#bet.loading',
      reenter: true,
    },
    'line joined': '#bet.loading',
  },
});
const onceShown = bet.createStateConfig({
  on: {
    'bet pushed': {
      guard: { type: 'it is this bet', params: ({ event }) => event.bet },
      target: '#bet.refreshing',
      reenter: true,
      actions: { type: 'take the bet', params: ({ event }) => event.bet },
    },
    'line joined': '#bet.refreshing',
  },
});

/**
 * One bet and its story. `loading` the first time, `shown`, `refreshing` after a push or when the line was joined anew (the story
 * stays in sight), `unknown` when the bettor has no such bet, `failed`. A push counts at once; the story behind it is fetched.
 */
export const betMachine = bet.createMachine({
  id: 'bet',
  context: ({ input }) => ({ id: input.id, timeline: undefined, message: '' }),
  initial: 'loading',
  states: {
    loading: {
      ...beforeShown,
      invoke: {
        id: 'fetchTimeline',
        src: 'fetchTimeline',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the story', params: ({ event }) => event.output },
          },
          { guard: { type: 'there is no such bet', params: ({ event }) => event.output }, target: 'unknown' },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'note why not', params: undefined } },
      },
    },
    shown: onceShown,
    refreshing: {
      ...onceShown,
      invoke: {
        id: 'refreshTimeline',
        src: 'fetchTimeline',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: { type: 'take the story', params: ({ event }) => event.output } },
        onError: 'shown',
      },
    },
    unknown: beforeShown,
    failed: { on: { ...beforeShown.on, 'try again pressed': 'loading' } },
  },
});
