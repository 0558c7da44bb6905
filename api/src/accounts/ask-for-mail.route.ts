import { emailRequest, messageAnswer } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { type AskForMailDeps, askForReset, askForVerification } from './ask-for-mail.ts';

const response = { 200: messageAnswer, ...refusalAnswers };
const toVerify = { tags: ['accounts'], summary: 'Send the verification mail again', body: emailRequest, response };
const toReset = { tags: ['accounts'], summary: 'Send a link to reset the password', body: emailRequest, response };

export const askForMailRoutes = (deps: AskForMailDeps) => async (app: App) => {
  app.post('/auth/resend-verification', { schema: toVerify }, async (request) => {
    await askForVerification(deps, request.body.email);
    return { message: 'If this address has an account that is not verified yet, a new link is on its way.' };
  });
  app.post('/auth/forgot-password', { schema: toReset }, async (request) => {
    await askForReset(deps, request.body.email);
    return { message: 'Reset instructions sent to your email' };
  });
};
