import { seconds } from '@touchline/core/instant';

/** What a database URL says: its servers, each as a URL of its own, and which of them may be used. */
export type DatabaseServers = {
  readonly urls: readonly [string, ...string[]];
  /** Whether servers that accept no writes are refused. */
  readonly mustAcceptWrites: boolean;
  /** How long connecting may take, if the URL says so. */
  readonly connectWithinMs: number | undefined;
};

/**
 * Reads `postgres://name:password@host1:5432,host2/database?target_session_attrs=read-write`, as libpq does. pg itself knows one host.
 * Unlike libpq, a server must accept writes unless `target_session_attrs` is `any`. `connect_timeout` is 1 to 999 seconds.
 */
export function readDatabaseUrl(text: string): DatabaseServers | undefined {
  const [first, ...others] = serversIn(text);
  if (first === undefined || ![first, ...others].every((url) => isOneServer(url))) return undefined;
  const wanted = new URL(first).searchParams.get('target_session_attrs') ?? 'read-write';
  if (!['any', 'read-write', 'primary'].includes(wanted)) return undefined;
  const connectTimeout = new URL(first).searchParams.get('connect_timeout');
  if (connectTimeout !== null && !/^[1-9]\d{0,2}$/.test(connectTimeout)) return undefined;
  return {
    urls: [first, ...others],
    mustAcceptWrites: wanted !== 'any',
    connectWithinMs: connectTimeout === null ? undefined : seconds(Number(connectTimeout)),
  };
}

/** Splits a URL with several hosts into one URL per host. */
export function serversIn(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

const isOneServer = (url: string): boolean => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '');

export const isDatabaseUrl = (text: string): boolean => readDatabaseUrl(text) !== undefined;

/** For the check of a setting. */
export const databaseUrlProblem =
  'is not a postgres:// URL (several servers: postgres://name:password@host1,host2/database?target_session_attrs=read-write)';

/** Returns the password of a URL, which must not be logged. */
export const passwordIn = (url: string | undefined): string =>
  decodeURIComponent(URL.parse(serversIn(url ?? '')[0] ?? '')?.password ?? '');

/** Returns the servers' names and ports without the login, for messages. */
export const hostsIn = (url: string): string =>
  (readDatabaseUrl(url)?.urls ?? []).map((server) => new URL(server).host).join(', ');

/** Adds to a URL that a standby will do, unless it says otherwise. */
export const forReading = (url: string): string =>
  /[?&]target_session_attrs=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=any`;

/** Adds a setting of the session, such as `-c search_path=bullmq`. It needs a direct connection. */
export function withSessionOption(url: string, option: string): string {
  const [server = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('options', [parameters.get('options'), option].filter(Boolean).join(' '));
  return `${server}?${parameters}`;
}
