import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@touchline/core/ids';
import type { LogIn } from '@touchline/store/accounts';
import { z } from 'zod';

/** What a refresh token claims, and its proof. */
export type RefreshToken = { readonly sessionId: SessionId; readonly turn: number; readonly proof: Buffer };
/** The key that refresh tokens are made with; the salt they are made of lies in the database, the key does not. */
export type RefreshKey = Buffer;

export const refreshKeyFrom = (jwtSecret: string): RefreshKey =>
  Buffer.from(hkdfSync('sha256', jwtSecret, '', 'touchline refresh tokens', 32));

type Turn = Pick<LogIn, 'id' | 'salt' | 'turn'>;

/** The one token that refreshes a session at this turn. */
export const writeRefreshToken = (key: RefreshKey, session: Turn): string =>
  `${session.id}.${session.turn}.${proofOf(key, session).toString('base64url')}`;

/** `undefined` when it cannot be one. Whether it is genuine, the session of that name tells. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const read = shape.safeParse(text.split('.'));
  if (!read.success) return undefined;
  const [sessionId, turn, proof] = read.data;
  return { sessionId: sessionId as SessionId, turn, proof: Buffer.from(proof, 'base64url') };
}

/** Whether we gave this token out, for whatever turn of the session. */
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
