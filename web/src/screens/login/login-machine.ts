import { accountEndpoints, type LoginAnswer, type LoginRequest } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { failureIn, orThrow, remote } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';

type LoginEvent = { type: 'log in'; credentials: LoginRequest } | { type: 'use passkey' } | { type: 'dismiss' };
type Context = {
  readonly credentials: LoginRequest;
  readonly message: string;
  readonly session: LoginAnswer | null;
};

type Failed = { readonly error: unknown };

const noCredentials: LoginRequest = { email: '', password: '' };

/**
 * The `form`: `empty`, `refused` with the reason, `unverified` when the address is not confirmed yet, or `code` when the account asks
 * for one. `sending` the credentials, or waiting for the `passkey` of the device. `welcomed`: logged in, with a toast that is shown
 * for a second before the bettor leaves for the next screen. A logout before that shows the form again, `left` as it was.
 */
export const loginMachine = setup({
  types: { context: {} as Context, events: {} as LoginEvent },
  actors: {
    logIn: remote(accountEndpoints.logIn),
    logInWithPasskey: fromPromise(async () => orThrow((await import('../../api/passkeys.ts')).logInWithPasskey())),
  },
  actions: {
    welcome: () => {
      throw new Error('the screen provides the toast');
    },
    'start session': (_, _session: LoginAnswer | null) => {
      throw new Error('the screen provides the session');
    },
    explain: assign((_, { error }: Failed) => ({ message: loginFailureText(failureIn(error)) })),
  },
  guards: {
    'needs code': (_, { error }: Failed) => needsCode(failureIn(error)),
    'is unverified': (_, { error }: Failed) => isUnverified(failureIn(error)),
  },
  delays: { welcomeMs: 1_000 },
}).createMachine({
  id: 'login',
  context: { credentials: noCredentials, message: '', session: null },
  initial: 'form',
  states: {
    form: {
      initial: 'empty',
      on: {
        'log in': { target: 'sending', actions: assign(({ event }) => ({ credentials: event.credentials })) },
        'use passkey': { target: 'passkey', actions: assign({ credentials: noCredentials }) },
      },
      states: {
        empty: {},
        refused: { on: { dismiss: 'empty' } },
        unverified: { on: { dismiss: 'empty' } },
        code: { on: { dismiss: { actions: assign({ message: '' }) } } },
        left: {},
      },
    },
    sending: {
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context }) => ({ body: context.credentials }),
        onDone: { target: 'welcomed', actions: assign(({ event }) => ({ session: event.output })) },
        onError: [
          {
            guard: { type: 'needs code', params: ({ event }) => event },
            target: 'form.code',
            actions: { type: 'explain', params: ({ event }) => event },
          },
          {
            guard: { type: 'is unverified', params: ({ event }) => event },
            target: 'form.unverified',
            actions: { type: 'explain', params: ({ event }) => event },
          },
          { target: 'form.refused', actions: { type: 'explain', params: ({ event }) => event } },
        ],
      },
    },
    passkey: {
      invoke: {
        id: 'logInWithPasskey',
        src: 'logInWithPasskey',
        onDone: { target: 'welcomed', actions: assign(({ event }) => ({ session: event.output })) },
        onError: [
          {
            guard: { type: 'is unverified', params: ({ event }) => event },
            target: 'form.unverified',
            actions: { type: 'explain', params: ({ event }) => event },
          },
          { target: 'form.refused', actions: { type: 'explain', params: ({ event }) => event } },
        ],
      },
    },
    welcomed: {
      entry: ['welcome', { type: 'start session', params: ({ context }) => context.session }],
      after: { welcomeMs: 'form.left' },
    },
  },
});

/** Why a login failed; `undefined` is a fault of this page. */
export function loginFailureText(failure: ApiFailure | undefined): string {
  if (!failure) return t(unexpected);
  if (failure.kind !== 'refused') return t('Network error. Please check your internet connection.');
  const { status, view } = failure;
  if (view.code === 'answer-unreadable') return t('Invalid login credentials. Please try again.');
  if (needsCode(failure) || hasPasskeyFailed(failure)) return view.error || t(unexpected);
  if (status === 400 || status === 401) return t('Invalid credentials. Please try again.');
  if (status === 404) return t('Account not found. Please check your email or sign up.');
  if (status === 429) return t('Too many login attempts. Please try again later.');
  if (status >= 500) return t('Server error. Please try again later.');
  return view.error || t(unexpected);
}

/** Returns whether the password was right but a code from the authentication app is required. */
const needsCode = (failure: ApiFailure | undefined): boolean => hasCode(failure, 'totp-required', 'totp-wrong');

/** Returns whether the password was right but the address is not confirmed yet. */
const isUnverified = (failure: ApiFailure | undefined): boolean => hasCode(failure, 'email-unverified');

const hasPasskeyFailed = (failure: ApiFailure): boolean => hasCode(failure, 'passkey-wrong', 'passkey-not-used');

const hasCode = (failure: ApiFailure | undefined, ...codes: readonly string[]): boolean =>
  failure?.kind === 'refused' && codes.includes(failure.view.code);

const unexpected = msg('An unexpected error occurred. Please try again.');
