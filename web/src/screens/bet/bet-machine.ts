import { type BetTimeline, type BetView, betEndpoints, betTimeline } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { isNotFound, messageOf, remote } from '../../api/call.ts';
import { withKnownStatus } from '../../api/known-status.ts';
import { refetchDelayMs } from '../../live/retry-delays.ts';

type BetEvent = { type: 'bet changed'; bet: BetView } | { type: 'retry' } | { type: 'reconnected' };

const fallback = msg('Failed to fetch this bet');

const setUp = setup({
  types: {
    context: {} as { readonly id: string; readonly timeline: BetTimeline | undefined; readonly message: string },
    events: {} as BetEvent,
    input: {} as { readonly id: string },
  },
  actors: {
    fetchTimeline: remote({
      ...betEndpoints.timeline,
      light: { parse: (body): BetTimeline => betTimeline.parse(withKnownBet(body)) },
    }),
  },
  guards: { 'is this bet': ({ context }, bet: BetView) => bet._id === context.id },
  actions: {
    'set timeline': assign((_, timeline: BetTimeline) => ({ timeline, message: '' })),
    'update bet': assign(({ context: { timeline } }, bet: BetView) => ({
      timeline: timeline && bet.version > timeline.bet.version ? { ...timeline, bet } : timeline,
    })),
  },
  delays: { untilRefetch: () => refetchDelayMs(Math.random()) },
});

const beforeShown = setUp.createStateConfig({
  on: {
    'bet changed': {
      guard: { type: 'is this bet', params: ({ event }) => event.bet },
      target: '#bet.loading',
      reenter: true,
    },
    reconnected: { target: '#bet.loading', reenter: true },
  },
});
const afterShown = setUp.createStateConfig({
  on: {
    'bet changed': {
      guard: { type: 'is this bet', params: ({ event }) => event.bet },
      target: '#bet.refreshing',
      reenter: true,
      actions: { type: 'update bet', params: ({ event }) => event.bet },
    },
    reconnected: { target: '#bet.refreshing', reenter: true },
  },
});

/**
 * One bet with its timeline: `loading` the first time, `shown`, `refreshing` after a push or a reconnection while the timeline stays
 * visible, `stale` until one that failed has succeeded, `missing` if the bettor has no such bet, `failed`. A pushed bet is shown at once; then its timeline is fetched.
 */
export const betMachine = setUp.createMachine({
  id: 'bet',
  context: ({ input }) => ({ id: input.id, timeline: undefined, message: '' }),
  initial: 'loading',
  states: {
    loading: {
      ...beforeShown,
      invoke: {
        id: 'firstFetch',
        src: 'fetchTimeline',
        input: ({ context }) => ({ params: { id: context.id } }),
        onDone: { target: 'shown', actions: { type: 'set timeline', params: ({ event }) => event.output } },
        onError: [
          { guard: ({ event }) => isNotFound(event.error), target: 'missing' },
          { target: 'failed', actions: assign(messageOf(fallback)) },
        ],
      },
    },
    shown: afterShown,
    refreshing: {
      ...afterShown,
      invoke: {
        id: 'laterFetch',
        src: 'fetchTimeline',
        input: ({ context }) => ({ params: { id: context.id } }),
        onDone: { target: 'shown', actions: { type: 'set timeline', params: ({ event }) => event.output } },
        onError: { target: 'stale', actions: assign(messageOf(fallback)) },
      },
    },
    stale: { after: { untilRefetch: 'refreshing' }, on: { ...afterShown.on, retry: 'refreshing' } },
    missing: beforeShown,
    failed: { on: { ...beforeShown.on, retry: 'loading' } },
  },
});

const withKnownBet = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'bet' in body ? { ...body, bet: withKnownStatus(body.bet) } : body;
