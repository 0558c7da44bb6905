import type { MessageAnswer, ResetPasswordRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { type LinkFailure, linkFailure, unexplainedFailure } from '../../forms/link-failure.ts';

type Changed = Result<MessageAnswer, ApiFailure>;
type ResetPasswordEvent = { type: 'reset pressed'; password: string } | { type: 'try again pressed' };

const broken = unexplainedFailure('The password could not be reset. Please request a new link.');

/**
 * A link without a token fails at once (`error`); otherwise the `form`, sending (`loading`), `success` or `error`, from which the form
 * comes back when the link may still be good. A refused password leads straight back to the form: its link was not used.
 */
export const resetPasswordMachine = setup({
  types: {
    context: {} as { readonly token: string; readonly password: string } & LinkFailure,
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
    'note why not': assign((_, why: LinkFailure) => why),
  },
}).createMachine({
  id: 'resetPassword',
  context: ({ input }) => ({ token: input.token, password: '', message: '', mayTryAgain: false }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: ({ context }) => context.token !== '', target: 'form' },
        {
          target: 'error',
          actions: { type: 'note why not', params: { message: 'Reset token is missing', mayTryAgain: false } },
        },
      ],
    },
    form: {
      on: {
        'reset pressed': {
          target: 'loading',
          actions: assign(({ event }) => ({ password: event.password, message: '' })),
        },
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
            guard: ({ event }) => !event.output.ok && isAboutPassword(event.output.refusal),
            target: 'form',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? broken : linkFailure(event.output.refusal, broken)),
            },
          },
          {
            target: 'error',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? broken : linkFailure(event.output.refusal, broken)),
            },
          },
        ],
        onError: { target: 'error', actions: { type: 'note why not', params: broken } },
      },
      exit: assign({ password: '' }),
    },
    success: {},
    error: {
      on: {
        'try again pressed': {
          guard: ({ context }) => context.mayTryAgain,
          target: 'form',
          actions: assign({ message: '' }),
        },
      },
    },
  },
});

const isAboutPassword = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && ['password-guessable', 'request-invalid'].includes(failure.view.code);
