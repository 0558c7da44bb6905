import type { MessageAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';

type Sent = Result<MessageAnswer, ApiFailure>;
type ForgotPasswordEvent = { type: 'send pressed'; email: string } | { type: 'another email wanted' };

/** Spec §8: an answer that says nothing, and every other failure. */
export const forgotPasswordFailureText = (failure: ApiFailure): string =>
  failure.kind === 'refused' && failure.view.code === 'answer-unreadable'
    ? 'Something went wrong. Please try again'
    : 'An unexpected error occurred';

/** The form (`idle`), sending (`loading`), `success` with the address it went to, `error` with the form below it. */
export const forgotPasswordMachine = setup({
  types: { context: {} as { readonly email: string; readonly message: string }, events: {} as ForgotPasswordEvent },
  actors: {
    forgotPassword: fromPromise<Sent, { email: string }>(() =>
      Promise.reject(new Error('forgotPassword is provided by the screen')),
    ),
  },
  actions: {
    'say that it is on its way': () => {
      throw new Error('saying is provided by the screen');
    },
    'note the address': assign((_, email: string) => ({ email })),
    'note why not': assign((_, message: string) => ({ message })),
  },
}).createMachine({
  id: 'forgotPassword',
  context: { email: '', message: '' },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'send pressed': {
          target: 'loading',
          actions: { type: 'note the address', params: ({ event }) => event.email },
        },
      },
    },
    loading: {
      invoke: {
        id: 'forgotPassword',
        src: 'forgotPassword',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'success', actions: 'say that it is on its way' },
          {
            target: 'error',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? '' : forgotPasswordFailureText(event.output.refusal)),
            },
          },
        ],
        onError: { target: 'error', actions: { type: 'note why not', params: 'An unexpected error occurred' } },
      },
    },
    success: { on: { 'another email wanted': 'idle' } },
    error: {
      on: {
        'send pressed': {
          target: 'loading',
          actions: { type: 'note the address', params: ({ event }) => event.email },
        },
      },
    },
  },
});
