import { loginAnswer, loginRequest } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type AnswerLoginDeps, answerLogin } from './answer-login.ts';
import { deviceOf } from './device-of.ts';
import { type LoginDeps, type LoginRefusal, login } from './login.ts';
import { retryAfter } from './retry-after.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Log in; the answer sets the refresh cookie as well',
  body: loginRequest,
  response: { 200: loginAnswer, ...refusalAnswers },
};

export type LoginRouteDeps = LoginDeps & AnswerLoginDeps;

export const loginRoute = (deps: LoginRouteDeps) => async (app: App) => {
  app.post('/auth/login', { schema }, async (request, reply) => {
    const knownDevice = deps.deviceCookie.read(request, request.body.email);
    const answer = await login(deps, { ...request.body, device: deviceOf(request), knownDevice });
    if (answer.ok) return answerLogin(deps, request, reply, answer.value);
    const { refusal } = answer;
    const { code } = refusal;
    if (refusal.code === 'too-many-tries') retryAfter(reply, refusal.retryAt, deps.now());
    return refuse(reply, statusOf[code], { code, error: words[code] });
  });
};

const statusOf = {
  'too-many-tries': 429,
  'confirm-by-email': 403,
  'credentials-wrong': 401,
  'email-unverified': 403,
  'totp-required': 401,
  'totp-wrong': 401,
} satisfies Record<LoginRefusal['code'], RefusalStatus>;

// Spec §8, and for an unknown account the words of a wrong password: nobody learns who has an account.
const words = {
  'too-many-tries': 'Too many login attempts. Please try again later.',
  'confirm-by-email': 'Too many attempts on this account. If it is yours, open the link we emailed you, then log in.',
  'credentials-wrong': 'Invalid credentials. Please try again.',
  'email-unverified': 'Please verify your email address before you log in.',
  'totp-required': 'Please enter the code of your authentication app.',
  'totp-wrong': 'This code is not right. Please try again.',
} satisfies Record<LoginRefusal['code'], string>;
