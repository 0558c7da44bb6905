import { type FanOutGaps, openFanOutPool, payloadThreshold, streamLength, watchRedis } from '@touchline/store/fan-out';
import { redisOptions } from '@touchline/store/redis-url';
import type { LiveServer } from './live-server.ts';
import { createResync, type Resync } from './resync.ts';

/** What carries a user's facts to the node that holds the user's socket. */
export type Fanout = { readonly close: () => Promise<void> };
export type FanoutOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly onError: (error: unknown) => void;
};

/** Connects the nodes: a stream in Redis when there is one, else notifications of Postgres. What the other way needs is not loaded. */
export const fanOutThrough = (options: FanoutOptions): Promise<(io: LiveServer) => Fanout> =>
  options.redisUrl === undefined ? throughPostgres(options) : throughRedis(options.redisUrl, options.onError);

async function throughPostgres({ databaseUrl, onError }: FanoutOptions): Promise<(io: LiveServer) => Fanout> {
  const { createAdapter } = await import('@socket.io/postgres-adapter');
  return (io) => {
    const resync = createResync(io);
    const { pool, close } = openFanOutPool(databaseUrl, {
      applicationName: 'touchline-fan-out',
      onError,
      gaps: gapsOf(resync),
    });
    io.adapter(createAdapter(pool, { payloadThreshold, errorHandler: onError }));
    return {
      close: () => {
        resync.stop();
        return close();
      },
    };
  };
}

async function throughRedis(redisUrl: string, onError: FanoutOptions['onError']): Promise<(io: LiveServer) => Fanout> {
  const [{ Redis }, { createAdapter }] = await Promise.all([
    import('ioredis'),
    import('@socket.io/redis-streams-adapter'),
  ]);
  return (io) => {
    const redis = new Redis({ ...redisOptions(redisUrl), maxRetriesPerRequest: null });
    redis.on('error', onError);
    const resync = createResync(io);
    const watching = watchRedis(redis, gapsOf(resync));
    io.adapter(createAdapter(redis, { maxLen: streamLength, onlyPlaintext: true }));
    return {
      close: async () => {
        resync.stop();
        watching.close();
        await redis.quit();
      },
    };
  };
}

function gapsOf({ missedHere, missedAnywhere }: Resync): FanOutGaps {
  let isStarting = true;
  return {
    onListening: () => {
      // A process that died before this one may have committed what it did not publish.
      if (isStarting) missedAnywhere();
      else missedHere();
      isStarting = false;
    },
    onPublishing: missedAnywhere,
  };
}
