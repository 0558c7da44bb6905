import type { RegisterAnswer, RegisterRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';

type Registered = Result<RegisterAnswer, ApiFailure>;
type RegisterEvent = { type: 'register pressed'; account: RegisterRequest };

/** Why nobody was registered (spec §8): the server's own sentence, or that something went wrong. */
export function registerFailureText(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return 'Something went wrong. Please try again.';
  return failure.view.error || 'Something went wrong. Please try again';
}

/** `asking`, `sending`, `refused` (back at the form, the reason is said), `registered` (on the way to Home). */
export const registerMachine = setup({
  types: {
    context: {} as { readonly account: RegisterRequest; readonly message: string },
    events: {} as RegisterEvent,
  },
  actors: {
    register: fromPromise<Registered, RegisterRequest>(() =>
      Promise.reject(new Error('register is provided by the screen')),
    ),
  },
  actions: {
    'note the account': assign((_, account: RegisterRequest) => ({ account })),
    'say why not': (_, _message: string) => {
      throw new Error('saying is provided by the screen');
    },
    'welcome and go home': () => {
      throw new Error('the welcome is provided by the screen');
    },
    'note why not': assign((_, message: string) => ({ message })),
  },
}).createMachine({
  id: 'register',
  context: { account: { email: '', name: '', password: '' }, message: '' },
  initial: 'asking',
  states: {
    asking: {
      on: {
        'register pressed': {
          target: 'sending',
          actions: { type: 'note the account', params: ({ event }) => event.account },
        },
      },
    },
    sending: {
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => context.account,
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'registered' },
          {
            target: 'refused',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? '' : registerFailureText(event.output.refusal)),
            },
          },
        ],
        onError: {
          target: 'refused',
          actions: { type: 'note why not', params: 'Something went wrong. Please try again.' },
        },
      },
    },
    refused: {
      entry: { type: 'say why not', params: ({ context }) => context.message },
      on: {
        'register pressed': {
          target: 'sending',
          actions: { type: 'note the account', params: ({ event }) => event.account },
        },
      },
    },
    registered: { type: 'final', entry: 'welcome and go home' },
  },
});
