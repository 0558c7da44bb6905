import { createAdapter as postgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as redisAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { Pool, type PoolClient } from 'pg';
import type { LiveServer } from './live-server.ts';

/** What carries a user's facts to the node that holds the user's socket. */
export type Fanout = { readonly close: () => Promise<void> };
export type FanoutOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly onError: (error: unknown) => void;
};

/** Sized for a reader that was away for a minute while a thousand facts a second were told. */
const streamLength = 60_000;

/** Connects the nodes: a stream in Redis when there is one, else notifications of Postgres. */
export const fanOutThrough =
  (options: FanoutOptions) =>
  (io: LiveServer): Fanout =>
    options.redisUrl === undefined ? throughPostgres(io, options) : throughRedis(io, options.redisUrl, options.onError);

function throughPostgres(io: LiveServer, { databaseUrl, onError }: FanoutOptions): Fanout {
  const pool = createPool(databaseUrl, onError);
  io.adapter(postgresAdapter(pool, { errorHandler: onError }));
  return { close: () => pool.end() };
}

function throughRedis(io: LiveServer, redisUrl: string, onError: FanoutOptions['onError']): Fanout {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', onError);
  io.adapter(redisAdapter(redis, { maxLen: streamLength, onlyPlaintext: true }));
  return {
    close: async () => {
      await redis.quit();
    },
  };
}

/**
 * The adapter keeps one connection of its pool to listen on. When that one drops it takes another without giving the first back
 * and without listening for its error, which would end the process: both are made good here.
 */
function createPool(databaseUrl: string, onError: (error: unknown) => void): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'touchline-fan-out',
    max: 3,
    keepAlive: true,
  });
  const givingBack = new WeakMap<PoolClient, () => void>();
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('acquire', (client) => {
    const giveBack = () => client.release(true);
    givingBack.set(client, giveBack);
    client.once('end', giveBack);
  });
  pool.on('release', (_error, client) => {
    const giveBack = givingBack.get(client);
    if (giveBack) client.off('end', giveBack);
  });
  return pool;
}
