import type { LoginAnswer } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import type { LogIn, User } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../http/sessions.ts';
import { type RecognizeDeps, recognizeUser } from './recognize-user.ts';
import type { RefreshCookie } from './refresh-cookie.ts';
import { viewUser } from './view-user.ts';

export type AnswerLoginDeps = RecognizeDeps & {
  readonly sessions: Sessions;
  readonly cookie: RefreshCookie;
  readonly now: () => Instant;
};

/**
 * What every log-in answers: an access token, the refresh cookie, and the cookie by which this browser is known to the account. The
 * account of an excluded person is on hold before the token is there.
 */
export async function answerLogin(
  deps: AnswerLoginDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, session }: { readonly user: User; readonly session: LogIn },
): Promise<LoginAnswer> {
  await recognizeUser(deps, user, deps.deviceCookie.give(request, reply, user.email), request.id);
  deps.cookie.give(reply, session, deps.now());
  reply.header('cache-control', 'no-store');
  return {
    accessToken: deps.sessions.sign(user, session.id),
    user: viewUser(user, session.secondFactorAt !== null),
  };
}
