import type { MessageAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Sent = Result<MessageAnswer, ApiFailure>;
type ResendEvent = { type: 'send pressed'; email: string } | { type: 'another email wanted' };

const unexplained = 'The link could not be sent. Please try again.';

/** A new verification link: `asking` for the address, `sending`, `sent`, or `refused` with the form to try again. */
export const resendVerificationMachine = setup({
  types: { context: {} as { readonly email: string; readonly message: string }, events: {} as ResendEvent },
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
  id: 'resendVerification',
  context: { email: '', message: '' },
  initial: 'asking',
  states: {
    asking: {
      on: {
        'send pressed': {
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
    sent: { on: { 'another email wanted': 'asking' } },
    refused: {
      on: {
        'send pressed': {
          target: 'sending',
          actions: { type: 'note the address', params: ({ event }) => event.email },
        },
      },
    },
  },
});
