import { registerAnswer, registerRequest } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { guessablePasswordText } from './guessable-password.ts';
import { type RegisterDeps, register } from './register.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Open an account',
  body: registerRequest,
  response: { 201: registerAnswer, ...refusalAnswers },
};

export const registerRoute = (deps: RegisterDeps & { readonly deviceCookie: DeviceCookie }) => async (app: App) => {
  app.post('/auth/register', { schema }, async (request, reply) => {
    const from = { browserIds: deps.deviceCookie.mark(request, reply), requestId: request.id };
    const answer = await register(deps, request.body, from);
    if (answer.ok) return reply.code(201).send(answer.value);
    const { code } = answer.refusal;
    return refuse(reply, statusOf[code], { code, error: texts[code] });
  });
};

const texts = {
  'email-taken': 'An account with this email address already exists.',
  'password-guessable': guessablePasswordText,
} as const;
const statusOf = { 'email-taken': 409, 'password-guessable': 400 } satisfies Record<keyof typeof texts, RefusalStatus>;
