import type { ExcludePlayerRequest, PlayerExclusionView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

/** What an admin wants for a bettor. */
export type ExclusionWish =
  | { readonly how: 'exclude'; readonly body: ExcludePlayerRequest }
  | { readonly how: 'lift'; readonly reason: string };
type Answered = Result<PlayerExclusionView, ApiFailure>;
type Context = {
  readonly view: PlayerExclusionView | undefined;
  readonly wish: ExclusionWish | undefined;
  readonly message: string;
};
type ExclusionEvent = { readonly type: 'again pressed' } | { readonly type: 'wished'; readonly wish: ExclusionWish };

/**
 * What keeps a bettor from betting, for admins. `loading` asks, `failed` says why it did not come; `shown` can be changed, `sending`
 * is a wish on its way, `refused` says why it was not followed and leaves everything as it was.
 */
export const exclusionMachine = setup({
  types: { context: {} as Context, events: {} as ExclusionEvent },
  actors: {
    load: fromPromise<Answered>(() => Promise.reject(new Error('loading is provided by the screen'))),
    send: fromPromise<Answered, ExclusionWish>(() => Promise.reject(new Error('sending is provided by the screen'))),
  },
  guards: { 'it came': (_, answered: Answered) => answered.ok },
  actions: {
    'keep what came': assign(({ context }, answered: Answered) => ({
      view: answered.ok ? answered.value : context.view,
      message: '',
    })),
    'note why not': assign((_, answered: Answered) => ({
      message: answered.ok ? '' : failureText(answered.refusal, 'unknown error'),
    })),
    'note that nobody knows why': assign({ message: 'Unknown error occurred' }),
    'note the wish': assign((_, wish: ExclusionWish) => ({ wish })),
  },
}).createMachine({
  id: 'player exclusion',
  context: { view: undefined, wish: undefined, message: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'keep what came', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: 'note that nobody knows why' },
      },
    },
    failed: { on: { 'again pressed': 'loading' } },
    shown: {
      on: { wished: { target: 'sending', actions: { type: 'note the wish', params: ({ event }) => event.wish } } },
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => wishOf(context),
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'keep what came', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: 'note that nobody knows why' },
      },
    },
    refused: {
      on: { wished: { target: 'sending', actions: { type: 'note the wish', params: ({ event }) => event.wish } } },
    },
  },
});

function wishOf({ wish }: Context): ExclusionWish {
  if (!wish) throw new Error('nothing was wished');
  return wish;
}
