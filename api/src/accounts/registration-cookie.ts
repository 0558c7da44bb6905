import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import { type Instant, instant, minutes } from '@touchline/core/instant';
import type { UserWithHash } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authCookie } from '../http/cookie-options.ts';

/**
 * The cookie of the browser that opened an account: once the address is verified, it stands for the password typed at registration,
 * for an hour (`decisions/0073`). A changed password invalidates it.
 */
export type RegistrationCookie = {
  readonly set: (reply: FastifyReply, user: Registered, now: Instant) => void;
  /** The account that the cookie names, unproven. */
  readonly userId: (request: FastifyRequest) => UserId | undefined;
  readonly isProofOf: (request: FastifyRequest, user: Registered, now: Instant) => boolean;
  readonly clear: (reply: FastifyReply) => void;
};
type Registered = Pick<UserWithHash, 'id' | 'passwordHash'>;

const validMs = minutes(60);

export function createRegistrationCookie(env: {
  readonly jwtSecret: string;
  readonly publicUrl: string;
}): RegistrationCookie {
  const key = Buffer.from(hkdfSync('sha256', env.jwtSecret, '', 'touchline registrations', 32));
  const { name, options } = authCookie('touchline-registration', env.publicUrl);
  const proofOf = ({ id, passwordHash }: Registered, expiresAt: number): Buffer =>
    createHmac('sha256', key).update(`${id}.${expiresAt}.${passwordHash}`).digest();
  const read = (request: FastifyRequest) =>
    /^(?<id>[\da-f-]{36})\.(?<expiresAt>\d{13})\.(?<proof>[\w-]{43})$/.exec(request.cookies[name] ?? '')?.groups;
  return {
    set: (reply, user, now) => {
      const expiresAt = instant(now + validMs);
      const proof = proofOf(user, expiresAt).toString('base64url');
      reply.setCookie(name, `${user.id}.${expiresAt}.${proof}`, { ...options, maxAge: validMs / 1_000 });
    },
    userId: (request) => read(request)?.['id'] as UserId | undefined,
    isProofOf: (request, user, now) => {
      const { id, expiresAt, proof = '' } = read(request) ?? {};
      if (id !== user.id || Number(expiresAt) <= now) return false;
      const given = Buffer.from(proof, 'base64url');
      const right = proofOf(user, Number(expiresAt));
      return given.length === right.length && timingSafeEqual(given, right);
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
}
