import { loginAnswer, loginRequest } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type LoginDeps, type LoginRefusal, login } from './login.ts';

const schema = {
  tags: ['accounts'],
  summary: 'Log in',
  body: loginRequest,
  response: { 200: loginAnswer, ...refusalAnswers },
};

export const loginRoute = (deps: LoginDeps) => async (app: App) => {
  app.post('/auth/login', { schema }, async (request, reply) => {
    const answer = await login(deps, { ...request.body, address: request.ip });
    if (answer.ok) return answer.value;
    const { code } = answer.refusal;
    return refuse(reply, statusOf[code], { code, error: words[code] });
  });
};

const statusOf = {
  'too-many-tries': 429,
  'account-unknown': 404,
  'password-wrong': 401,
} satisfies Record<LoginRefusal['code'], RefusalStatus>;

// Spec §8.
const words = {
  'too-many-tries': 'Too many login attempts. Please try again later.',
  'account-unknown': 'Account not found. Please check your email or sign up.',
  'password-wrong': 'Invalid credentials. Please try again.',
} satisfies Record<LoginRefusal['code'], string>;
