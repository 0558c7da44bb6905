import { accountEndpoints, type RegisterRequest } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { failureIn, remote } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';

type Context = { readonly account: RegisterRequest; readonly message: string };
type RegisterEvent = { type: 'register'; account: RegisterRequest };

/** Why no account was opened: the server's own sentence, or that something went wrong. */
export function registerFailureText(failure: ApiFailure | undefined): string {
  if (failure?.kind !== 'refused') return t('Something went wrong. Please try again.');
  return failure.view.error || t('Something went wrong. Please try again');
}

/** The `form`, `sending`, `refused` with the reason above the form, `registered` on the way Home. */
export const registerMachine = setup({
  types: { context: {} as Context, events: {} as RegisterEvent },
  actors: { register: remote(accountEndpoints.register) },
  actions: {
    'set account': assign((_, account: RegisterRequest) => ({ account })),
    'show error': (_, _message: string) => {
      throw new Error('the screen provides the toast');
    },
    'welcome and go home': (_, _email: string) => {
      throw new Error('the screen provides the toast and the way Home');
    },
  },
}).createMachine({
  id: 'register',
  context: { account: { email: '', name: '', password: '' }, message: '' },
  initial: 'form',
  states: {
    form: {
      on: {
        register: { target: 'sending', actions: { type: 'set account', params: ({ event }) => event.account } },
      },
    },
    sending: {
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => ({ body: context.account }),
        onDone: 'registered',
        onError: {
          target: 'refused',
          actions: assign(({ event }) => ({ message: registerFailureText(failureIn(event.error)) })),
        },
      },
    },
    refused: {
      entry: { type: 'show error', params: ({ context }) => context.message },
      on: {
        register: { target: 'sending', actions: { type: 'set account', params: ({ event }) => event.account } },
      },
    },
    registered: {
      type: 'final',
      entry: { type: 'welcome and go home', params: ({ context }) => context.account.email },
    },
  },
});
