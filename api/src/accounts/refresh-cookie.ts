import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Instant } from '@touchline/core/instant';
import type { LogIn } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RefreshKey, refreshKeyFrom, writeRefreshToken } from './refresh-token.ts';

/** The cookie that carries the refresh token: no script sees it, no other site sends it, and only /auth gets it. */
export type RefreshCookie = {
  readonly key: RefreshKey;
  readonly read: (request: FastifyRequest) => string | undefined;
  readonly give: (reply: FastifyReply, session: LogIn, now: Instant) => void;
  readonly take: (reply: FastifyReply) => void;
};

export function createRefreshCookie(env: { readonly jwtSecret: string; readonly publicUrl: string }): RefreshCookie {
  const key = refreshKeyFrom(env.jwtSecret);
  const { protocol, port } = new URL(env.publicUrl);
  // Browsers share the cookies of all ports of a host: two copies of the product there must not take each other's.
  const name = `touchline-refresh${port && `-${port}`}`;
  const options: CookieSerializeOptions = {
    path: '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: protocol === 'https:',
  };
  return {
    key,
    read: (request) => request.cookies[name],
    give: (reply, session, now) => {
      const maxAge = Math.max(0, Math.ceil((session.expiresAt - now) / 1_000));
      reply.setCookie(name, writeRefreshToken(key, session), { ...options, maxAge });
    },
    take: (reply) => {
      reply.clearCookie(name, options);
    },
  };
}
