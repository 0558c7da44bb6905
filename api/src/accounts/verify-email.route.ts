import { messageAnswer, tokenQuery } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { refuseEmailToken } from './refuse-email-token.ts';
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
    return refuseEmailToken(reply, 'verification', verified.refusal);
  });
};
