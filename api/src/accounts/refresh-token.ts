import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { LogIn } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authCookie } from '../http/cookie-options.ts';

/** What a refresh token claims, and its proof. */
export type RefreshToken = { readonly sessionId: SessionId; readonly turn: number; readonly proof: Buffer };
/** The key of refresh tokens. Their salt is in the database, the key is not. */
export type RefreshKey = Buffer;

export const refreshKeyFrom = (jwtSecret: string): RefreshKey =>
  Buffer.from(hkdfSync('sha256', jwtSecret, '', 'touchline refresh tokens', 32));

type Turn = Pick<LogIn, 'id' | 'salt' | 'turn'>;

/** The one token that refreshes a session at this turn. */
export const writeRefreshToken = (key: RefreshKey, session: Turn): string =>
  `${session.id}.${session.turn}.${proofOf(key, session).toString('base64url')}`;

/** Returns `undefined` for text that cannot be a refresh token. `isGenuine` checks the proof. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const read = shape.safeParse(text.split('.'));
  if (!read.success) return undefined;
  const [sessionId, turn, proof] = read.data;
  return { sessionId: sessionId as SessionId, turn, proof: Buffer.from(proof, 'base64url') };
}

/** Whether this token was issued by us, for any turn of the session. */
export function isGenuine(key: RefreshKey, token: RefreshToken, { id, salt }: Omit<Turn, 'turn'>): boolean {
  const proof = proofOf(key, { id, salt, turn: token.turn });
  return token.proof.length === proof.length && timingSafeEqual(token.proof, proof);
}

const proofOf = (key: RefreshKey, { id, salt, turn }: Turn): Buffer =>
  createHmac('sha256', key).update(`${id}.${turn}.`).update(salt).digest();

const shape = z.tuple([
  z.uuid(),
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  z.string().regex(/^[\w-]{43}$/),
]);

/** The cookie that carries the refresh token: no script sees it and no other site sends it. */
export type RefreshCookie = {
  readonly key: RefreshKey;
  readonly read: (request: FastifyRequest) => string | undefined;
  readonly set: (reply: FastifyReply, session: LogIn, now: Instant) => void;
  readonly clear: (reply: FastifyReply) => void;
};

export function createRefreshCookie(env: { readonly jwtSecret: string; readonly publicUrl: string }): RefreshCookie {
  const key = refreshKeyFrom(env.jwtSecret);
  const { name, options } = authCookie('touchline-refresh', env.publicUrl);
  return {
    key,
    read: (request) => request.cookies[name],
    set: (reply, session, now) => {
      const maxAge = Math.max(0, Math.ceil((session.expiresAt - now) / 1_000));
      reply.setCookie(name, writeRefreshToken(key, session), { ...options, maxAge });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
}
