import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { t } from '@touchline/core/language';
import type { Device } from '@touchline/store/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authCookie } from '../http/cookie-options.ts';

export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});

/**
 * Records which accounts this browser has logged in to, so that strangers cannot use up its attempts and accounts that share a
 * browser are recognised. It proves nothing else.
 */
export type DeviceCookie = {
  /** The id of this browser for an account; `undefined` if it never logged in to it. */
  readonly idFor: (request: FastifyRequest, email: string) => string | undefined;
  /** The ids of this browser, for all accounts. Cookies of earlier versions have one for each account. */
  readonly ids: (request: FastifyRequest) => readonly string[];
  /** Gives this browser an id without making it known to an account: the address may not belong to the person registering. Returns its ids. */
  readonly mark: (request: FastifyRequest, reply: FastifyReply) => readonly string[];
  /** Makes this browser known to an account. Returns its ids. */
  readonly remember: (request: FastifyRequest, reply: FastifyReply, email: string) => readonly string[];
};

/** A browser shared by several people stays known to the accounts that logged in last. */
const mostAccounts = 5;
const maxAge = 400 * 24 * 60 * 60;

export function createDeviceCookie(env: { readonly jwtSecret: string; readonly publicUrl: string }): DeviceCookie {
  const key = Buffer.from(hkdfSync('sha256', env.jwtSecret, '', 'touchline known devices', 32));
  const { name, options } = authCookie('touchline-device', env.publicUrl);
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
  const remember = (request: FastifyRequest, reply: FastifyReply, email: string): readonly string[] => {
    const entries = entriesOf(request);
    const known = entries.find((entry) => isOf(entry, email));
    const id = idsOf(entries)[0] ?? randomBytes(12).toString('base64url');
    const first = known ?? `${id}.${proofOf(id, email).toString('base64url')}`;
    const others = entries.filter((entry) => entry !== known);
    const latest = [first, ...others].slice(0, mostAccounts);
    reply.setCookie(name, latest.join('~'), { ...options, maxAge });
    return idsOf(latest);
  };

  return {
    idFor: (request, email) =>
      entriesOf(request)
        .find((entry) => isOf(entry, email))
        ?.split('.')[0],
    ids: (request) => idsOf(entriesOf(request)),
    mark: (request, reply) => {
      const ids = idsOf(entriesOf(request));
      return ids.length > 0 ? ids : remember(request, reply, '');
    },
    remember,
  };
}

const idsOf = (entries: readonly string[]): readonly string[] => [
  ...new Set(entries.map((entry) => entry.split('.')[0] ?? '')),
];

/** The browser and system in a user agent, in the current language: `Firefox on Windows`. */
export function deviceName(userAgent: string): string {
  const browser = firstOf(browsers, userAgent);
  const system = firstOf(systems, userAgent);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}

type Pattern = readonly [name: string, pattern: RegExp];

const firstOf = (patterns: readonly Pattern[], text: string): string | undefined =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0];

// Most browsers name Safari and Chrome as well, so those come last. Not translated: names.
const browsers: readonly Pattern[] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
// Not translated: names.
const systems: readonly Pattern[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];
