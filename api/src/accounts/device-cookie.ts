import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie that says which accounts this browser has logged in to: strangers cannot use up its attempts. It proves nothing else. */
export type DeviceCookie = {
  /** The id of this browser for an account; `undefined` when it never logged in to it. */
  readonly read: (request: FastifyRequest, email: string) => string | undefined;
  /** Marks this browser as known to an account, once. */
  readonly give: (request: FastifyRequest, reply: FastifyReply, email: string) => void;
};

/** A browser that several people share keeps the accounts it logged in to last. */
const mostAccounts = 5;
const maxAge = 400 * 24 * 60 * 60;

export function createDeviceCookie(env: { readonly jwtSecret: string; readonly publicUrl: string }): DeviceCookie {
  const key = Buffer.from(hkdfSync('sha256', env.jwtSecret, '', 'touchline known devices', 32));
  const { protocol, port } = new URL(env.publicUrl);
  const isSecure = protocol === 'https:';
  const bareName = `touchline-device${port && `-${port}`}`;
  const name = isSecure ? `__Host-${bareName}` : bareName;
  const options: CookieSerializeOptions = {
    path: isSecure ? '/' : '/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    maxAge,
  };
  const proofOf = (id: string, email: string): Buffer =>
    createHmac('sha256', key).update(`${id} ${email}`).digest().subarray(0, 16);
  const isOf = (entry: string, email: string): boolean => {
    const [id = '', proof = ''] = entry.split('.');
    const given = Buffer.from(proof, 'base64url');
    const right = proofOf(id, email);
    return given.length === right.length && timingSafeEqual(given, right);
  };
  const entriesOf = (request: FastifyRequest): readonly string[] =>
    (request.cookies[name] ?? '')
      .split('~')
      .filter((entry) => /^[\w-]{16}\.[\w-]{22}$/.test(entry))
      .slice(0, mostAccounts);

  return {
    read: (request, email) =>
      entriesOf(request)
        .find((entry) => isOf(entry, email))
        ?.split('.')[0],
    give: (request, reply, email) => {
      const entries = entriesOf(request);
      const known = entries.find((entry) => isOf(entry, email));
      const id = randomBytes(12).toString('base64url');
      const first = known ?? `${id}.${proofOf(id, email).toString('base64url')}`;
      const others = entries.filter((entry) => entry !== known);
      reply.setCookie(name, [first, ...others].slice(0, mostAccounts).join('~'), options);
    },
  };
}
