import { createAdapter as postgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as redisAdapter } from '@socket.io/redis-streams-adapter';
import { openFanOutPool } from '@touchline/store/fan-out';
import { Redis } from 'ioredis';
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
  const { pool, close } = openFanOutPool(databaseUrl, { applicationName: 'touchline-fan-out', onError });
  io.adapter(postgresAdapter(pool, { errorHandler: onError }));
  return { close };
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
