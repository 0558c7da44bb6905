import { bearerToken, type Role } from '@touchline/core/account';
import { type RefusalView, sessionRefusalView } from '@touchline/core/contract';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { App } from './app-type.ts';
import { refuse } from './refuse.ts';
import { lacksSecondFactor, type Session, type Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireUser`; routes read it with `sessionOf`. */
    session: Session | null;
  }
}

/** Lets a request in by calling `done`, or when its promise resolves without an answer. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
/** Routes, to be registered in a scope. */
export type Plugin = (app: App) => Promise<void>;

/** Puts routes, and scopes within, behind guards that are asked in this order. */
export const behind =
  (guards: readonly Guard[], ...plugins: readonly Plugin[]): Plugin =>
  async (app) => {
    for (const guard of guards) app.addHook('onRequest', guard);
    for (const plugin of plugins) await app.register(plugin);
  };

/** A scope with this hook is for logged-in users only. */
export const requireUser =
  (sessions: Sessions): Guard =>
  async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return denied(reply, 401, { code: 'no-token', error: 'No authentication token found' });
    const session = await sessions.read(token);
    if (!session.ok) return denied(reply, 401, sessionRefusalView(session.refusal));
    request.session = session.value;
    return undefined;
  };

/** What is somebody's own is kept by no cache on the way, nor by a browser that others use after them. */
export const keepInNoCache: Guard = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

/** A scope with this hook, inside one with `requireUser`, is closed to staff who have not proved a second factor. */
export const requireSecondFactor: Guard = (request, reply, done) => {
  if (!lacksSecondFactor(sessionOf(request))) done();
  else denied(reply, 403, { code: 'second-factor-required', error: 'Set up two-factor log-in first.' });
};

/** A scope with this hook, inside one with `requireUser`, is for these roles only. */
export const requireOneOf =
  (roles: readonly Role[], only: string): Guard =>
  (request, reply, done) => {
    if (roles.includes(sessionOf(request).role)) done();
    else denied(reply, 403, { code: 'not-allowed', error: only });
  };

/** A scope with this hook, inside one with `requireUser`, is for one role only. */
export const requireRole = (role: Role, only: string): Guard => requireOneOf([role], only);

/** The session of a request behind `requireUser`. Throws on a route that is not: such a route is a bug. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error(`${request.routeOptions.url} reads a session but is not behind requireUser`);
  return request.session;
}

function denied(reply: FastifyReply, status: 401 | 403, view: RefusalView): FastifyReply {
  refuse(reply, status, view);
  return reply;
}
