import type { MessageAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Verified = Result<MessageAnswer, ApiFailure>;

const unexplained = 'The email could not be verified. Please request a new link.';

/** Asks the server at once (`loading`); `success`, or `error` with what the server or the missing token says. */
export const verifyEmailMachine = setup({
  types: {
    context: {} as { readonly token: string; readonly message: string },
    input: {} as { readonly token: string },
  },
  actors: {
    verifyEmail: fromPromise<Verified, { token: string }>(() =>
      Promise.reject(new Error('verifyEmail is provided by the screen')),
    ),
  },
  actions: { 'note why not': assign((_, message: string) => ({ message })) },
}).createMachine({
  id: 'verifyEmail',
  context: ({ input }) => ({ token: input.token, message: '' }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: ({ context }) => context.token !== '', target: 'loading' },
        { target: 'error', actions: { type: 'note why not', params: 'Verification token is missing' } },
      ],
    },
    loading: {
      invoke: {
        id: 'verifyEmail',
        src: 'verifyEmail',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'success' },
          {
            target: 'error',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? '' : failureText(event.output.refusal, unexplained)),
            },
          },
        ],
        onError: { target: 'error', actions: { type: 'note why not', params: unexplained } },
      },
    },
    success: { type: 'final' },
    error: { type: 'final' },
  },
});
