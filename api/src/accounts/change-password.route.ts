import { changePasswordRequest, messageAnswer } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { type ChangePasswordDeps, changePassword } from './change-password.ts';
import { refuseProof } from './refuse-proof.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Change one’s own password; every other session ends',
  security: bearer,
  body: changePasswordRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

export const changePasswordRoute = (deps: ChangePasswordDeps) => async (app: App) => {
  app.post('/auth/change-password', { schema }, async (request, reply) => {
    const changed = await changePassword(deps, sessionOf(request), request.body);
    if (!changed.ok) return refuseProof(reply, changed.refusal, deps.now());
    return { message: 'Your password was changed. Every other session was signed out.' };
  });
};
