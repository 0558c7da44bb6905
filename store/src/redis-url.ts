import { serversIn } from './database-url.ts';

/** Where ioredis connects to, and how it treats a server that is gone, silent or no primary any more. */
export type RedisOptions = {
  readonly username?: string;
  readonly password?: string;
  readonly db: number;
  readonly connectTimeout: number;
  readonly socketTimeout: number;
  readonly retryStrategy: (attempts: number) => number;
  readonly reconnectOnError: (error: Error) => boolean;
} & (OneServer | Sentinels);
type OneServer = { readonly host: string; readonly port: number; readonly tls?: Tls };
type Sentinels = {
  readonly sentinels: { readonly host: string; readonly port: number }[];
  readonly name: string;
  readonly sentinelPassword?: string;
  readonly sentinelCommandTimeout: number;
  readonly enableTLSForSentinelMode?: true;
  readonly sentinelTLS?: Tls;
  readonly tls?: Tls;
};
type Tls = Record<string, never>;

const connectWithinMs = 3_000;
/** Longer than BullMQ (10 s) and the Socket.IO adapter (5 s) let Redis block for new entries. */
const silentAfterMs = 12_000;
const pauseStepMs = 100;
const longestPauseMs = 1_000;

/**
 * Reads `redis://:password@host:6379/0`, or `redis://:password@sentinel1,sentinel2,sentinel3/0?sentinel=NAME`: then the sentinels say
 * which server is the primary called `NAME`, and the password is also theirs. `rediss` stands for TLS.
 * @throws if it is no such URL
 */
export function redisOptions(text: string): RedisOptions {
  const options = readRedisUrl(text);
  if (!options) throw new Error('not a redis:// URL');
  return options;
}

export const isRedisUrl = (text: string): boolean => readRedisUrl(text) !== undefined;

/** For the check of a setting. */
export const redisUrlProblem =
  'is not a redis:// URL (with Sentinel: redis://:password@sentinel1,sentinel2,sentinel3/0?sentinel=NAME)';

function readRedisUrl(text: string): RedisOptions | undefined {
  const urls = serversIn(text).map((server) => URL.parse(server));
  const servers = urls.filter((url) => url !== null);
  const [first] = servers;
  if (!first || servers.length < urls.length || !/^rediss?:$/.test(first.protocol) || first.hostname === '')
    return undefined;
  const [name, db] = [first.searchParams.get('sentinel') ?? undefined, Number(first.pathname.slice(1))];
  if ((servers.length > 1 && name === undefined) || name === '' || !Number.isInteger(db)) return undefined;
  const at = ({ hostname, port }: URL, usualPort: number) => ({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || usualPort),
  });
  const [username, password] = [decoded(first.username), decoded(first.password)];
  if (username === undefined || password === undefined) return undefined;
  const tls: Tls | undefined = first.protocol === 'rediss:' ? {} : undefined;
  return {
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    db,
    connectTimeout: connectWithinMs,
    socketTimeout: silentAfterMs,
    retryStrategy: (attempts) => Math.min(attempts * pauseStepMs, longestPauseMs),
    // A primary that became a replica may keep its connections; the next one leads to the new primary.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    ...(tls && { tls }),
    ...(name === undefined
      ? at(first, 6_379)
      : {
          sentinels: servers.map((url) => at(url, 26_379)),
          name,
          ...(password !== '' && { sentinelPassword: password }),
          sentinelCommandTimeout: connectWithinMs,
          // Not ioredis' failover detector: a failover that it reports while the client reconnects ends the client for good.
          ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
        }),
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
