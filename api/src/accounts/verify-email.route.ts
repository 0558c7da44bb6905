import { messageAnswer, tokenQuery } from '@touchline/core/contract';
import type { EmailTokenRefusal } from '@touchline/store/accounts';
import type { App } from '../http/app-type.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type VerifyEmailDeps, verifyEmail } from './verify-email.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Verify an address with the token of the mail',
  querystring: tokenQuery,
  response: { 200: messageAnswer, ...refusalAnswers },
};

export const verifyEmailRoute = (deps: VerifyEmailDeps) => async (app: App) => {
  app.get('/auth/verify', { schema }, async (request, reply) => {
    const verified = await verifyEmail(deps, request.query.token);
    if (verified.ok) return { message: 'Your email address is verified.' };
    const { code } = verified.refusal;
    return refuse(reply, statusOf[code], { code, error: words[code] });
  });
};

const statusOf = {
  'token-unknown': 422,
  'token-expired': 422,
  'token-used': 409,
} satisfies Record<EmailTokenRefusal['code'], RefusalStatus>;

const words = {
  'token-unknown': 'This verification link is not valid.',
  'token-expired': 'This verification link has expired.',
  'token-used': 'This verification link was already used.',
} satisfies Record<EmailTokenRefusal['code'], string>;
