import type { Duplex } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { openPool } from './connect.ts';

export type FanOutPool = {
  /** Only for the Socket.IO Postgres adapter. */
  readonly pool: Pool;
  /** Ends all connections, including those that the adapter did not release. */
  readonly close: () => Promise<void>;
};

/** The longest payload of a PostgreSQL notification, in bytes. The adapter's default is one byte more, and such a message is lost. */
export const payloadThreshold = 7_999;

/**
 * The length of the stream in Redis: enough for a reader that was away for a minute at a thousand facts a second. Every writer trims
 * the stream to its own, so all must have the same.
 */
export const streamLength = 60_000;

export type FanOutGaps = {
  /** This process has begun to listen, or listens again: it missed what was published before. */
  readonly onListening: () => void;
  /** This process can publish again after a message was lost. */
  readonly onPublishing: () => void;
};

/** The adapter publishes a heartbeat every five seconds; a connection that misses three of them is dead. */
const deafAfterMs = 17_000;
const probeEveryMs = 1_000;

/**
 * Connections for the Socket.IO Postgres adapter, which keeps one to listen on. When that one drops, the adapter takes another
 * without releasing the first or handling its error, which would end the process; and when it is closed while connecting, it keeps
 * the connection. This pool handles all three. The adapter also silently loses what cannot be published, and what is published
 * while it does not listen: `gaps` reports both.
 */
export function openFanOutPool(
  databaseUrl: string,
  options: {
    readonly applicationName: string;
    readonly onError: (error: Error) => void;
    readonly gaps?: Partial<FanOutGaps>;
    readonly deafAfterMs?: number;
  },
): FanOutPool {
  const { applicationName, onError, gaps = {} } = options;
  const pool = openPool(databaseUrl, { application_name: applicationName, max: 3 });
  /** Connections taken to listen on; the pool releases those of single queries itself. */
  const held = new Set<PoolClient>();
  const giveBack = (client: PoolClient): void => {
    if (held.delete(client)) client.release(true);
  };
  let isClosing = false;
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  pool.on('release', (_error, client) => held.delete(client));
  const hold = async (): Promise<PoolClient> => {
    if (isClosing) return never();
    const client = await pool.connect();
    held.add(client);
    client.once('end', () => giveBack(client));
    watchListening(client, options.deafAfterMs ?? deafAfterMs, gaps.onListening);
    if (!isClosing) return client;
    giveBack(client);
    return never();
  };
  const publishing = createRecovery({
    probe: () => pool.query('select 1'),
    onRecovered: () => gaps.onPublishing?.(),
  });
  const query = (...asked: Parameters<Pool['query']>): unknown => {
    const answer: unknown = pool.query(...asked);
    if (answer instanceof Promise) answer.catch(publishing.failed);
    return answer;
  };
  return {
    pool: new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') return hold;
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    close: async () => {
      isClosing = true;
      publishing.close();
      for (const client of [...held]) giveBack(client);
      await pool.end();
    },
  };
}

/** After an error the adapter retries for ever, which would keep the process alive; a promise that never settles does not. */
const never = (): Promise<PoolClient> => new Promise(() => {});

/** `connection` is not in the types of pg. */
type ListeningClient = PoolClient & { readonly connection?: { readonly stream: Duplex } };

/** Reports when `LISTEN` has succeeded. Ends a connection that no longer receives anything, so that the adapter opens another. */
function watchListening(client: ListeningClient, deafMs: number, onListening: (() => void) | undefined): void {
  // A dead connection cannot be ended in order, so its socket is destroyed.
  const deaf = setTimeout(() => client.connection?.stream.destroy(), deafMs).unref();
  client.on('notification', () => deaf.refresh());
  client.once('end', () => clearTimeout(deaf));
  const query: (...asked: readonly unknown[]) => unknown = client.query.bind(client) as never;
  // Released, the client serves the pool's own queries as before.
  Reflect.set(client, 'query', (...asked: readonly unknown[]) => {
    const answer = query(...asked);
    const isListen = typeof asked[0] === 'string' && /^listen /i.test(asked[0]);
    if (isListen && answer instanceof Promise) answer.then(onListening, () => undefined);
    return answer;
  });
}

/** After a failure, runs `probe` every second until it succeeds, then calls `onRecovered` once for all failures until then. */
export function createRecovery(way: { readonly probe: () => Promise<unknown>; readonly onRecovered: () => void }): {
  readonly failed: () => void;
  readonly close: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const probe = async (): Promise<void> => {
    const works = await way.probe().then(
      () => true,
      () => false,
    );
    timer = undefined;
    if (isClosed) return;
    if (works) way.onRecovered();
    else failed();
  };
  const failed = (): void => {
    if (!isClosed) timer ??= setTimeout(() => void probe(), probeEveryMs).unref();
  };
  return {
    failed,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The part of an ioredis client that is used. */
export type FanOutRedis = {
  readonly on: (event: 'ready', listener: () => void) => unknown;
  readonly ping: () => Promise<unknown>;
  readonly duplicate: (...options: never[]) => FanOutRedis;
  readonly sendCommand: (...command: never[]) => unknown;
};

/**
 * Reports the gaps of the Socket.IO Redis streams adapter, which publishes on `redis` and listens on duplicates of it. What waits
 * while Redis is away is published later; what Redis refuses, and what was published while a listener was away, is lost.
 */
export function watchRedis(redis: FanOutRedis, gaps: Partial<FanOutGaps>): { readonly close: () => void } {
  const publishing = createRecovery({ probe: () => redis.ping(), onRecovered: () => gaps.onPublishing?.() });
  const duplicate = redis.duplicate.bind(redis);
  Reflect.set(redis, 'duplicate', (...options: never[]) => {
    const listener = duplicate(...options);
    listener.on('ready', () => gaps.onListening?.());
    // A subscription cut off when the client closes; neither the adapter nor ioredis handles its rejection.
    onFailedCommand(listener, () => undefined);
    return listener;
  });
  onFailedCommand(redis, publishing.failed);
  return { close: publishing.close };
}

function onFailedCommand(redis: FanOutRedis, onFailed: () => void): void {
  const send = redis.sendCommand.bind(redis);
  Reflect.set(redis, 'sendCommand', (...command: never[]) => {
    const answer = send(...command);
    if (answer instanceof Promise) answer.catch(onFailed);
    return answer;
  });
}
