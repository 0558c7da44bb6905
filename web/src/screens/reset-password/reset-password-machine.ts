import type { MessageAnswer, ResetPasswordRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Changed = Result<MessageAnswer, ApiFailure>;
type ResetPasswordEvent = { type: 'reset pressed'; password: string };

const unexplained = 'The password could not be reset. Please request a new link.';

/** A link without a token fails at once (`error`); otherwise the `form`, sending (`loading`), `success` or `error`. */
export const resetPasswordMachine = setup({
  types: {
    context: {} as { readonly token: string; readonly password: string; readonly message: string },
    events: {} as ResetPasswordEvent,
    input: {} as { readonly token: string },
  },
  actors: {
    resetPassword: fromPromise<Changed, ResetPasswordRequest>(() =>
      Promise.reject(new Error('resetPassword is provided by the screen')),
    ),
  },
  actions: {
    'say that it is done': () => {
      throw new Error('saying is provided by the screen');
    },
    'note why not': assign((_, message: string) => ({ message })),
  },
}).createMachine({
  id: 'resetPassword',
  context: ({ input }) => ({ token: input.token, password: '', message: '' }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: ({ context }) => context.token !== '', target: 'form' },
        { target: 'error', actions: { type: 'note why not', params: 'Reset token is missing' } },
      ],
    },
    form: {
      on: {
        'reset pressed': { target: 'loading', actions: assign(({ event }) => ({ password: event.password })) },
      },
    },
    loading: {
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ token: context.token, password: context.password }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'success', actions: 'say that it is done' },
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
      exit: assign({ password: '' }),
    },
    success: {},
    error: {},
  },
});
