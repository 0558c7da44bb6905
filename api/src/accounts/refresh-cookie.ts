import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Instant } from '@touchline/core/instant';
import type { LogIn } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RefreshKey, refreshKeyFrom, writeRefreshToken } from './refresh-token.ts';

/** The cookie that carries the refresh token: no script sees it and no other site sends it. */
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
  const bareName = `touchline-refresh${port && `-${port}`}`;
  const isSecure = protocol === 'https:';
  // With the prefix no other subdomain can plant a cookie of this name. Browsers then insist on https and Path=/.
  const name = isSecure ? `__Host-${bareName}` : bareName;
  const options: CookieSerializeOptions = {
    path: isSecure ? '/' : '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
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
