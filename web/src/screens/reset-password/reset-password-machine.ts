import { accountEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { failureIn, remote } from '../../api/call.ts';
import { type LinkFailure, linkFailure } from '../../forms/link-machine.ts';

type Context = { readonly token: string; readonly password: string } & LinkFailure;
type ResetPasswordEvent = { type: 'reset'; password: string } | { type: 'retry' };

const failed = msg('The password could not be reset. Please request a new link.');

/**
 * A link without a token fails at once. Otherwise the `form`, `sending`, then `changed` or `failed`, from which the form comes back if
 * the link may still work. A refused password leads straight back to the form: its link was not used up.
 */
export const resetPasswordMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ResetPasswordEvent,
    input: {} as { readonly token: string },
  },
  actors: { resetPassword: remote(accountEndpoints.resetPassword) },
  actions: {
    'show success': () => {
      throw new Error('the screen provides the toast');
    },
    explain: assign((_, { error }: { readonly error: unknown }) => linkFailure(error, t(failed))),
  },
  guards: { 'is about the password': (_, { error }: { readonly error: unknown }) => isAboutPassword(error) },
}).createMachine({
  id: 'reset password',
  context: ({ input }) => ({ token: input.token, password: '', message: '', canRetry: false }),
  initial: 'checking',
  states: {
    checking: {
      always: [
        { guard: ({ context }) => context.token !== '', target: 'form' },
        { target: 'failed', actions: assign(() => ({ message: t('Reset token is missing') })) },
      ],
    },
    form: {
      on: {
        reset: { target: 'sending', actions: assign(({ event }) => ({ password: event.password, message: '' })) },
      },
    },
    sending: {
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context: { token, password } }) => ({ body: { token, password } }),
        onDone: { target: 'changed', actions: 'show success' },
        onError: [
          {
            guard: { type: 'is about the password', params: ({ event }) => event },
            target: 'form',
            actions: { type: 'explain', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'explain', params: ({ event }) => event } },
        ],
      },
      exit: assign({ password: '' }),
    },
    changed: {},
    failed: {
      on: {
        retry: { guard: ({ context }) => context.canRetry, target: 'form', actions: assign({ message: '' }) },
      },
    },
  },
});

function isAboutPassword(error: unknown): boolean {
  const failure = failureIn(error);
  return failure?.kind === 'refused' && ['password-guessable', 'request-invalid'].includes(failure.view.code);
}
