import type { MessageAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Sent = Result<MessageAnswer, ApiFailure>;
type ProfileEvent = { type: 'resend pressed'; email: string };

const unexplained = 'The link could not be sent. Please try again.';

/** The one thing a profile does by itself: send the verification link again. `resting`, `sending`, `sent`, `refused`. */
export const profileMachine = setup({
  types: { context: {} as { readonly email: string; readonly message: string }, events: {} as ProfileEvent },
  actors: {
    resendVerification: fromPromise<Sent, { email: string }>(() =>
      Promise.reject(new Error('resendVerification is provided by the screen')),
    ),
  },
  actions: {
    'note the address': assign((_, email: string) => ({ email })),
    'note why not': assign((_, message: string) => ({ message })),
  },
}).createMachine({
  id: 'profile',
  context: { email: '', message: '' },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'resend pressed': {
          target: 'sending',
          actions: { type: 'note the address', params: ({ event }) => event.email },
        },
      },
    },
    sending: {
      invoke: {
        id: 'resendVerification',
        src: 'resendVerification',
        input: ({ context }) => ({ email: context.email }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'sent' },
          {
            target: 'refused',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? '' : failureText(event.output.refusal, unexplained)),
            },
          },
        ],
        onError: { target: 'refused', actions: { type: 'note why not', params: unexplained } },
      },
    },
    sent: {},
    refused: {
      on: {
        'resend pressed': {
          target: 'sending',
          actions: { type: 'note the address', params: ({ event }) => event.email },
        },
      },
    },
  },
});
