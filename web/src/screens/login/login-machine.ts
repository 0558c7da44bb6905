import type { LoginAnswer, LoginRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { loginFailureText, unexpected } from './login-failure.ts';

type LoggedIn = Result<LoginAnswer, ApiFailure>;
type LoginEvent = { type: 'log in pressed'; credentials: LoginRequest } | { type: 'banner dismissed' };

/**
 * `asking` for credentials, `sending` them, `refused` with the reason above the form, or `welcomed`: the toast is up for
 * a second (spec §9) before the bettor is let in (`inside`).
 */
export const loginMachine = setup({
  types: {
    context: {} as {
      readonly credentials: LoginRequest;
      readonly message: string;
      readonly session: LoginAnswer | null;
    },
    events: {} as LoginEvent,
  },
  actors: {
    login: fromPromise<LoggedIn, LoginRequest>(() => Promise.reject(new Error('login is provided by the screen'))),
  },
  actions: {
    'greet the bettor': () => {
      throw new Error('the greeting is provided by the screen');
    },
    'let the bettor in': (_, _session: LoginAnswer | null) => {
      throw new Error('the way in is provided by the screen');
    },
    'say why not': assign((_, message: string) => ({ message })),
  },
  delays: { untilInside: 1_000 },
}).createMachine({
  id: 'login',
  context: { credentials: { email: '', password: '' }, message: '', session: null },
  initial: 'asking',
  states: {
    asking: {
      on: {
        'log in pressed': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
      },
    },
    sending: {
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context }) => context.credentials,
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'welcomed',
            actions: assign(({ event }) => ({ session: event.output.ok ? event.output.value : null })),
          },
          {
            target: 'refused',
            actions: {
              type: 'say why not',
              params: ({ event }) => (event.output.ok ? '' : loginFailureText(event.output.refusal)),
            },
          },
        ],
        onError: { target: 'refused', actions: { type: 'say why not', params: unexpected } },
      },
    },
    refused: {
      on: {
        'log in pressed': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
        'banner dismissed': 'asking',
      },
    },
    welcomed: { entry: 'greet the bettor', after: { untilInside: 'inside' } },
    inside: {
      type: 'final',
      entry: { type: 'let the bettor in', params: ({ context }) => context.session },
    },
  },
});
