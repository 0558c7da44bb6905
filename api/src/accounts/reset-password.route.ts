import { messageAnswer, resetPasswordRequest } from '@touchline/core/contract';
import type { EmailTokenRefusal } from '@touchline/store/accounts';
import type { App } from '../http/app-type.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type ResetPasswordDeps, resetPassword } from './reset-password.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Choose a new password with the token of the mail',
  body: resetPasswordRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

export const resetPasswordRoute = (deps: ResetPasswordDeps) => async (app: App) => {
  app.post('/auth/reset-password', { schema }, async (request, reply) => {
    const changed = await resetPassword(deps, request.body);
    if (changed.ok) return { message: 'Password reset successfully' };
    const { code } = changed.refusal;
    return refuse(reply, statusOf[code], { code, error: words[code] });
  });
};

const statusOf = {
  'token-unknown': 422,
  'token-expired': 422,
  'token-used': 409,
} satisfies Record<EmailTokenRefusal['code'], RefusalStatus>;

const words = {
  'token-unknown': 'This reset link is not valid.',
  'token-expired': 'This reset link has expired.',
  'token-used': 'This reset link was already used.',
} satisfies Record<EmailTokenRefusal['code'], string>;
