import type { LoginAnswer } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { type LogIn, limitSessions, type User } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../http/sessions.ts';
import type { EndSessions } from '../live/create-live.ts';
import { type RecognizeDeps, recognizeUser } from './recognize-user.ts';
import type { RefreshCookie } from './refresh-cookie.ts';
import { viewUser } from './view-user.ts';

export type AnswerLoginDeps = RecognizeDeps & {
  readonly sessions: Sessions;
  /** How many sessions of one account may be open. */
  readonly mostSessions: number;
  readonly endSessions: EndSessions;
  readonly cookie: RefreshCookie;
  readonly now: () => Instant;
};

/**
 * What every log-in answers: an access token, the refresh cookie, and the cookie by which this browser is known to the account. The
 * account of an excluded person is on hold before the token is there. Of more sessions than the account may have, those unused for
 * longest end.
 */
export async function answerLogin(
  deps: AnswerLoginDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, session }: { readonly user: User; readonly session: LogIn },
): Promise<LoginAnswer> {
  deps.endSessions(await limitSessions(deps.db, user.id, deps.mostSessions, deps.now()));
  await recognizeUser(deps, user, deps.deviceCookie.give(request, reply, user.email), request.id);
  deps.cookie.give(reply, session, deps.now());
  reply.header('cache-control', 'no-store');
  return {
    accessToken: deps.sessions.sign(user, session.id),
    user: viewUser(user, session.secondFactorAt !== null),
  };
}
