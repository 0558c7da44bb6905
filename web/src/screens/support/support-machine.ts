import type { MessageAnswer, SupportRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Sent = Result<MessageAnswer, ApiFailure>;
type SupportEvent = { type: 'send pressed'; message: SupportRequest } | { type: 'another wanted' };

const unexplained = 'Your message could not be sent. Please try again.';

/** A message to the operator: `writing`, `sending`, `sent`, or `refused` with all that was written still there. */
export const supportMachine = setup({
  types: {
    context: {} as { readonly message: SupportRequest | undefined; readonly words: string },
    events: {} as SupportEvent,
  },
  actors: {
    askSupport: fromPromise<Sent, SupportRequest | undefined>(() =>
      Promise.reject(new Error('askSupport is provided by the screen')),
    ),
  },
  actions: {
    'keep the message': assign((_, message: SupportRequest) => ({ message })),
    'note what was answered': assign((_, words: string) => ({ words })),
    'begin anew': assign({ message: undefined, words: '' }),
  },
}).createMachine({
  id: 'support',
  context: { message: undefined, words: '' },
  initial: 'writing',
  states: {
    writing: {
      on: {
        'send pressed': {
          target: 'sending',
          actions: { type: 'keep the message', params: ({ event }) => event.message },
        },
      },
    },
    sending: {
      invoke: {
        id: 'askSupport',
        src: 'askSupport',
        input: ({ context }) => context.message,
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'sent',
            actions: {
              type: 'note what was answered',
              params: ({ event }) => (event.output.ok ? event.output.value.message : ''),
            },
          },
          {
            target: 'refused',
            actions: {
              type: 'note what was answered',
              params: ({ event }) => (event.output.ok ? '' : failureText(event.output.refusal, unexplained)),
            },
          },
        ],
        onError: { target: 'refused', actions: { type: 'note what was answered', params: unexplained } },
      },
    },
    sent: { on: { 'another wanted': { target: 'writing', actions: 'begin anew' } } },
    refused: {
      on: {
        'send pressed': {
          target: 'sending',
          actions: { type: 'keep the message', params: ({ event }) => event.message },
        },
      },
    },
  },
});
