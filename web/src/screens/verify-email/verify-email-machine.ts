import type { MessageAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { type LinkFailure, linkFailure, unexplainedFailure } from '../../forms/link-failure.ts';

type Verified = Result<MessageAnswer, ApiFailure>;
type VerifyEmailEvent = { type: 'try again pressed' };

const broken = unexplainedFailure('The email could not be verified. Please request a new link.');

/**
 * Asks the server at once (`loading`); `success`, or `error` with what the server or the missing token says. What failed on the way
 * can be tried again with the same link.
 */
export const verifyEmailMachine = setup({
  types: {
    context: {} as { readonly token: string } & LinkFailure,
    events: {} as VerifyEmailEvent,
    input: {} as { readonly token: string },
  },
  actors: {
    verifyEmail: fromPromise<Verified, { token: string }>(() =>
      Promise.reject(new Error('verifyEmail is provided by the screen')),
    ),
  },
  actions: { 'note why not': assign((_, why: LinkFailure) => why) },
}).createMachine({
  id: 'verifyEmail',
  context: ({ input }) => ({ token: input.token, message: '', mayTryAgain: false }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: ({ context }) => context.token !== '', target: 'loading' },
        {
          target: 'error',
          actions: { type: 'note why not', params: { message: 'Verification token is missing', mayTryAgain: false } },
        },
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
              params: ({ event }) => (event.output.ok ? broken : linkFailure(event.output.refusal, broken)),
            },
          },
        ],
        onError: { target: 'error', actions: { type: 'note why not', params: broken } },
      },
    },
    success: { type: 'final' },
    error: { on: { 'try again pressed': { guard: ({ context }) => context.mayTryAgain, target: 'loading' } } },
  },
});
