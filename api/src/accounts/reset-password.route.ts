import { messageAnswer, resetPasswordRequest } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { guessablePasswordText } from './guessable-password.ts';
import { refuseEmailToken } from './refuse-email-token.ts';
import { type ResetPasswordDeps, resetPassword } from './reset-password.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Choose a new password with the token of the mail',
  body: resetPasswordRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

export const resetPasswordRoute =
  (deps: ResetPasswordDeps & { readonly deviceCookie: DeviceCookie }) => async (app: App) => {
    app.post('/auth/reset-password', { schema }, async (request, reply) => {
      const changed = await resetPassword(deps, request.body);
      if (changed.ok) {
        // They have the owner's email: strangers' attempts do not keep them from logging in.
        if (changed.value) deps.deviceCookie.give(request, reply, changed.value.email);
        return { message: 'Password reset successfully' };
      }
      if (changed.refusal.code === 'password-guessable') {
        return refuse(reply, 400, { code: changed.refusal.code, error: guessablePasswordText });
      }
      return refuseEmailToken(reply, 'reset', changed.refusal);
    });
  };
