import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie that says which accounts this browser has logged in to: strangers cannot use up its attempts, and accounts that share
 * a browser are seen. It proves nothing else.
 */
export type DeviceCookie = {
  /** The id of this browser for an account; `undefined` when it never logged in to it. */
  readonly read: (request: FastifyRequest, email: string) => string | undefined;
  /** The ids of this browser, for all accounts. Cookies of earlier versions have one for each account. */
  readonly ids: (request: FastifyRequest) => readonly string[];
  /** Makes sure that this browser has an id, which makes it known to no account: who registers an address may not be its owner. Returns its ids. */
  readonly mark: (request: FastifyRequest, reply: FastifyReply) => readonly string[];
  /** Marks this browser as known to an account, once. Returns its ids. */
  readonly give: (request: FastifyRequest, reply: FastifyReply, email: string) => readonly string[];
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

  // One id for all accounts of a browser: by it several accounts of one person are found.
  const give = (request: FastifyRequest, reply: FastifyReply, email: string): readonly string[] => {
    const entries = entriesOf(request);
    const known = entries.find((entry) => isOf(entry, email));
    const id = idsOf(entries)[0] ?? randomBytes(12).toString('base64url');
    const first = known ?? `${id}.${proofOf(id, email).toString('base64url')}`;
    const others = entries.filter((entry) => entry !== known);
    const kept = [first, ...others].slice(0, mostAccounts);
    reply.setCookie(name, kept.join('~'), options);
    return idsOf(kept);
  };

  return {
    read: (request, email) =>
      entriesOf(request)
        .find((entry) => isOf(entry, email))
        ?.split('.')[0],
    ids: (request) => idsOf(entriesOf(request)),
    mark: (request, reply) => {
      const ids = idsOf(entriesOf(request));
      return ids.length > 0 ? ids : give(request, reply, '');
    },
    give,
  };
}

const idsOf = (entries: readonly string[]): readonly string[] => [
  ...new Set(entries.map((entry) => entry.split('.')[0] ?? '')),
];
