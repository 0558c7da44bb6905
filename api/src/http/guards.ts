import { bearerToken, type Role } from '@touchline/core/account';
import type { RefusalView } from '@touchline/core/contract';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { refuse } from './refuse.ts';
import { lacksSecondFactor, type Session, type SessionRefusal, type Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireUser`; routes read it with `sessionOf`. */
    session: Session | null;
  }
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
/** One that asks nobody: the request goes on when it calls `done`, and ends here when it does not. */
type GuardAtOnce = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** A scope with this hook is for logged-in users only. */
export const requireUser =
  (sessions: Sessions): Guard =>
  async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    // Spec §6: the words of a call without a credential.
    if (token === undefined) return denied(reply, 401, { code: 'no-token', error: 'No authentication token found' });
    const session = await sessions.read(token);
    if (!session.ok)
      return denied(reply, 401, { code: session.refusal.code, error: sessionWords[session.refusal.code] });
    request.session = session.value;
    return undefined;
  };

/** What is somebody's own is kept by no cache on the way, nor by a browser that others use after them. */
export const keepInNoCache: GuardAtOnce = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

/** A scope with this hook, inside one with `requireUser`, is closed to staff who have not proved a second factor. */
export const requireSecondFactor: GuardAtOnce = (request, reply, done) => {
  if (!lacksSecondFactor(sessionOf(request))) done();
  else denied(reply, 403, { code: 'second-factor-required', error: 'Set up two-factor log-in first.' });
};

/** A scope with this hook, inside one with `requireUser`, is for these roles only. */
export const requireOneOf =
  (roles: readonly Role[], only: string): GuardAtOnce =>
  (request, reply, done) => {
    if (roles.includes(sessionOf(request).role)) done();
    else denied(reply, 403, { code: 'not-allowed', error: only });
  };

/** A scope with this hook, inside one with `requireUser`, is for one role only. */
export const requireRole = (role: Role, only: string): GuardAtOnce => requireOneOf([role], only);

/** The session of a request behind `requireUser`. Throws on a route that is not: such a route is a bug. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`${request.routeOptions.url} reads a session but is not behind requireUser`);
  return request.session;
}

/** What a session that does not count is told. */
export const sessionWords = {
  'session-invalid': 'Please log in again.',
  'session-expired': 'Your session has expired. Please log in again.',
  'session-ended': 'Your session was ended. Please log in again.',
  'session-replaced': 'You were logged out here because your account is logged in on too many devices.',
} satisfies Record<SessionRefusal['code'], string>;

function denied(reply: FastifyReply, status: 401 | 403, view: RefusalView): FastifyReply {
  refuse(reply, status, view);
  return reply;
}
