import { confirmBrowserRequest, messageAnswer } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { readUser, useEmailToken } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { App } from '../http/app-type.ts';
import { refusalAnswers } from '../http/refuse.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { refuseEmailToken } from './refuse-email-token.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Make this browser known to an account with the token of an email, so that it may try to log in',
  body: confirmBrowserRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

type Deps = { readonly db: Db; readonly deviceCookie: DeviceCookie; readonly now: () => Instant };

export const confirmBrowserRoute = (deps: Deps) => async (app: App) => {
  app.post('/auth/confirm-browser', { schema }, async (request, reply) => {
    const token = { secret: request.body.token, purpose: 'confirm-browser' } as const;
    const spent = await useEmailToken(deps.db, token, deps.now());
    if (!spent.ok) return refuseEmailToken(reply, 'confirmation', spent.refusal);
    const user = await readUser(deps.db, spent.value);
    if (!user) throw new Error(`a link was made for user ${spent.value}, who has no account`);
    deps.deviceCookie.give(request, reply, user.email);
    return { message: 'This browser is confirmed. Log in now.' };
  });
};
