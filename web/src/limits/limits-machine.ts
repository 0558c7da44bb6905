import type { ExclusionRequest, LimitsView, RealityCheckRequest, SetLimitRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../api/client.ts';

/** One wish of a bettor for themselves. */
export type OwnRule =
  | { readonly rule: 'limit'; readonly body: SetLimitRequest }
  | { readonly rule: 'exclusion'; readonly body: ExclusionRequest }
  | { readonly rule: 'reality check'; readonly body: RealityCheckRequest };
type Context = {
  readonly view: LimitsView | undefined;
  readonly wish: OwnRule | undefined;
  readonly message: string;
};
type LimitsEvent = { type: 'wished'; wish: OwnRule } | { type: 'again pressed' } | { type: 'message dismissed' };
type Answered = Result<LimitsView, ApiFailure>;

const notLoaded = 'Your limits could not be loaded.';
const notSaved = 'It could not be saved. Your limits are as they were.';

/**
 * What a bettor has set for themselves. `loading` asks for it, `failed` says why it did not come. `shown`: it is there and can be
 * changed; `keeping`: a wish is on its way, and what is shown is what counts; then `kept`, or `refused` with the reason.
 */
export const limitsMachine = setup({
  types: { context: {} as Context, events: {} as LimitsEvent },
  actors: {
    load: fromPromise<Answered>(() => Promise.reject(new Error('loading is provided by the screen'))),
    keep: fromPromise<Answered, OwnRule>(() => Promise.reject(new Error('keeping is provided by the screen'))),
  },
  guards: { 'it was answered': (_, answer: Answered) => answer.ok },
  actions: {
    'take the wish': assign((_, wish: OwnRule) => ({ wish, message: '' })),
    'show the answer': assign((_, answer: Answered) => (answer.ok ? { view: answer.value, message: '' } : {})),
    'note why it did not come': assign((_, answer: Answered) => reason(answer, notLoaded)),
    'note why it is not kept': assign((_, answer: Answered) => reason(answer, notSaved)),
    'tell the reality check': (_, _answer: Answered) => {
      throw new Error('who is told is provided by the screen');
    },
  },
}).createMachine({
  id: 'limits',
  context: { view: undefined, wish: undefined, message: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'it was answered', params: ({ event }) => event.output },
            target: 'open',
            actions: { type: 'show the answer', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why it did not come', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ message: notLoaded }) },
      },
    },
    failed: { on: { 'again pressed': 'loading' } },
    open: {
      initial: 'shown',
      on: { wished: { target: '.keeping', actions: { type: 'take the wish', params: ({ event }) => event.wish } } },
      states: {
        shown: {},
        keeping: {
          on: { wished: {} },
          invoke: {
            id: 'keep',
            src: 'keep',
            input: ({ context }) => wishOf(context),
            onDone: [
              {
                guard: { type: 'it was answered', params: ({ event }) => event.output },
                target: 'kept',
                actions: [
                  { type: 'show the answer', params: ({ event }) => event.output },
                  { type: 'tell the reality check', params: ({ event }) => event.output },
                ],
              },
              { target: 'refused', actions: { type: 'note why it is not kept', params: ({ event }) => event.output } },
            ],
            onError: { target: 'refused', actions: assign({ message: notSaved }) },
          },
        },
        kept: {},
        refused: { on: { 'message dismissed': 'shown' } },
      },
    },
  },
});

const reason = (answer: Answered, unexplained: string) =>
  answer.ok ? {} : { message: failureText(answer.refusal, unexplained) };

function wishOf({ wish }: Context): OwnRule {
  if (!wish) throw new Error('keeping without a wish');
  return wish;
}
