import type { LoginAnswer, LoginRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { isUnverified, loginFailureText, unexpected, wantsCode } from './login-failure.ts';

type LoggedIn = Result<LoginAnswer, ApiFailure>;
type LoginEvent =
  | { type: 'log in pressed'; credentials: LoginRequest }
  | { type: 'passkey pressed' }
  | { type: 'banner dismissed' };

/**
 * `asking` for credentials, `sending` them or `waiting for the passkey` of the device, `refused` with the reason above the form, `unverified` when the address is not confirmed
 * yet, `asking for the code` of an authentication app, or `welcomed`: logged in, with a toast that is up for a second (spec §9) before
 * the bettor is led away (`inside`). Whoever is logged out again before that finds the form as it was.
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
    passkey: fromPromise<LoggedIn>(() => Promise.reject(new Error('the passkey is provided by the screen'))),
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
  guards: {
    'the code is wanted': (_, answer: LoggedIn) => !answer.ok && wantsCode(answer.refusal),
    'the address is not verified': (_, answer: LoggedIn) => !answer.ok && isUnverified(answer.refusal),
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
        'passkey pressed': 'waiting for the passkey',
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
            guard: { type: 'the code is wanted', params: ({ event }) => event.output },
            target: 'asking for the code',
            actions: { type: 'say why not', params: ({ event }) => reasonIn(event.output) },
          },
          {
            guard: { type: 'the address is not verified', params: ({ event }) => event.output },
            target: 'unverified',
            actions: { type: 'say why not', params: ({ event }) => reasonIn(event.output) },
          },
          { target: 'refused', actions: { type: 'say why not', params: ({ event }) => reasonIn(event.output) } },
        ],
        onError: { target: 'refused', actions: { type: 'say why not', params: unexpected } },
      },
    },
    'waiting for the passkey': {
      entry: assign({ credentials: { email: '', password: '' } }),
      invoke: {
        id: 'passkey',
        src: 'passkey',
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'welcomed',
            actions: assign(({ event }) => ({ session: event.output.ok ? event.output.value : null })),
          },
          {
            guard: { type: 'the address is not verified', params: ({ event }) => event.output },
            target: 'unverified',
            actions: { type: 'say why not', params: ({ event }) => reasonIn(event.output) },
          },
          { target: 'refused', actions: { type: 'say why not', params: ({ event }) => reasonIn(event.output) } },
        ],
        onError: { target: 'refused', actions: { type: 'say why not', params: unexpected } },
      },
    },
    refused: {
      on: {
        'log in pressed': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
        'passkey pressed': 'waiting for the passkey',
        'banner dismissed': 'asking',
      },
    },
    unverified: {
      on: {
        'log in pressed': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
        'passkey pressed': 'waiting for the passkey',
        'banner dismissed': 'asking',
      },
    },
    'asking for the code': {
      on: {
        'log in pressed': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
        'passkey pressed': 'waiting for the passkey',
        'banner dismissed': { actions: { type: 'say why not', params: '' } },
      },
    },
    welcomed: {
      entry: ['greet the bettor', { type: 'let the bettor in', params: ({ context }) => context.session }],
      after: { untilInside: 'inside' },
    },
    inside: {
      on: {
        'log in pressed': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
        'passkey pressed': 'waiting for the passkey',
      },
    },
  },
});

const reasonIn = (answer: LoggedIn): string => (answer.ok ? '' : loginFailureText(answer.refusal));
