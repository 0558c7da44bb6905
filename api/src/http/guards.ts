import { bearerToken, type Role } from '@touchline/core/account';
import { type RefusalView, sessionRefusalView } from '@touchline/core/contract';
import { schemaText } from '@touchline/core/language';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { refuse } from './refuse.ts';
import { lacksSecondFactor, type Session, type Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireUser`; routes read it with `sessionOf`. */
    session: Session | null;
  }
}

/** Admits a request by calling `done`, or by resolving without an answer. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** Admits logged-in users only. */
export const requireUser =
  (sessions: Sessions): Guard =>
  async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined)
      return denied(reply, 401, { code: 'no-token', error: schemaText('No authentication token found') });
    const session = await sessions.read(token);
    if (!session.ok) return denied(reply, 401, sessionRefusalView(session.refusal));
    request.session = session.value;
    return undefined;
  };

/** Personal data is stored by no cache, nor by a shared browser. */
export const keepInNoCache: Guard = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

/** Admits no staff without a second factor. Runs after `requireUser`. */
export const requireSecondFactor: Guard = (request, reply, done) => {
  if (!lacksSecondFactor(sessionOf(request))) done();
  else denied(reply, 403, { code: 'second-factor-required', error: schemaText('Set up two-factor login first.') });
};

/** Admits these roles only. Runs after `requireUser`. */
export const requireOneOf =
  (roles: readonly Role[], only: string): Guard =>
  (request, reply, done) => {
    if (roles.includes(sessionOf(request).role)) done();
    else denied(reply, 403, { code: 'not-allowed', error: only });
  };

/** Returns the session of a request that passed `requireUser`. Throws on a route without that guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`${request.routeOptions.url} reads a session but is not behind requireUser`);
  return request.session;
}

function denied(reply: FastifyReply, status: 401 | 403, view: RefusalView): FastifyReply {
  refuse(reply, status, view);
  return reply;
}
