import type { LedgerTime, TrialBalanceView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

/** Which trial balance: of a moment in one of the two times, or of now. */
export type Moment = { readonly at?: string; readonly time: LedgerTime };
export type TrialBalanceEvent =
  | { readonly type: 'moment chosen'; readonly moment: Moment }
  | { readonly type: 'read again pressed' };
type Read = Result<TrialBalanceView, ApiFailure>;

const unexplained = 'The trial balance could not be read.';

/**
 * The trial balance of a moment. `reading` it (the one before stays in sight), `shown`, or `failed` with the reason. Another moment
 * may be chosen in every state.
 */
export const trialBalanceMachine = setup({
  types: {
    context: {} as {
      readonly moment: Moment;
      readonly balance: TrialBalanceView | undefined;
      readonly message: string;
    },
    events: {} as TrialBalanceEvent,
    input: {} as { readonly moment: Moment },
  },
  actors: {
    fetchTrialBalance: fromPromise<Read, Moment>(() =>
      Promise.reject(new Error('fetchTrialBalance is provided by the screen')),
    ),
  },
  guards: { 'it came': (_, answer: Read) => answer.ok },
  actions: {
    'take the balance': assign((_, answer: Read) => (answer.ok ? { balance: answer.value } : {})),
    'note why not': assign((_, answer: Read) => ({
      message: answer.ok ? unexplained : failureText(answer.refusal, unexplained),
    })),
  },
}).createMachine({
  id: 'trialBalance',
  context: ({ input }) => ({ moment: input.moment, balance: undefined, message: '' }),
  initial: 'reading',
  on: {
    'moment chosen': {
      target: '.reading',
      reenter: true,
      actions: assign(({ event }) => ({ moment: event.moment })),
    },
    'read again pressed': { target: '.reading', reenter: true },
  },
  states: {
    reading: {
      invoke: {
        id: 'fetchTrialBalance',
        src: 'fetchTrialBalance',
        input: ({ context }) => context.moment,
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'take the balance', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ message: unexplained }) },
      },
    },
    shown: {},
    failed: {},
  },
});
