import { createHash } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { type Instant, seconds } from '@touchline/core/instant';
import { countRequest } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { redisOptions } from '@touchline/store/redis-url';
import type { Redis } from 'ioredis';
import { z } from 'zod';

export type LimitCounter = {
  /** The store of the rate-limit plugin, which instantiates it with `new`. */
  readonly store: FastifyRateLimitStoreCtor;
  /** Resolves when Redis first answers or refuses. */
  readonly ready: () => Promise<void>;
  readonly close: () => void;
};

export type LimitCounterDeps = {
  readonly db: Db;
  readonly redisUrl: string | undefined;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

type Counted = { readonly current: number; readonly ttl: number };
type Count = (what: string, withinMs: number) => Promise<Counted>;

/**
 * Counts requests for rate limits across all nodes: in Redis if there is one, else in Postgres. Postgres also counts while Redis
 * does not answer. Without both, no request is limited.
 */
export async function createLimitCounter({ db, redisUrl, now, onError }: LimitCounterDeps): Promise<LimitCounter> {
  const inPostgres: Count = async (what, withinMs) => {
    const at = now();
    const { count, endsAt } = await countRequest(db, what, withinMs, at);
    return { current: count, ttl: endsAt - at };
  };
  const inMemory = countInMemory(now);
  if (redisUrl === undefined) {
    return { store: storeOf(reporting(inPostgres, onError), inMemory), ready: async () => {}, close: () => {} };
  }
  const redis = await openRedis(redisUrl, onError);
  const answered = new Promise<void>((resolve) => {
    redis.once('ready', () => resolve());
    redis.once('error', () => resolve());
  });
  const count: Count = (what, withinMs) =>
    countInRedis(redis, what, withinMs).catch((error: unknown) => {
      onError(error);
      return inPostgres(what, withinMs);
    });
  return {
    store: storeOf(reporting(count, onError), inMemory),
    ready: () => answered,
    close: () => redis.disconnect(),
  };
}

/** Commands to an unavailable Redis fail at once. */
async function openRedis(redisUrl: string, onError: (error: unknown) => void): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis({
    ...redisOptions(redisUrl),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: seconds(2),
  });
  redis.on('error', onError);
  return redis;
}

async function countInRedis(redis: Redis, what: string, withinMs: number): Promise<Counted> {
  const key = `limit:${createHash('sha256').update(what).digest('hex')}`;
  const answers = await redis.multi().incr(key).pexpire(key, withinMs, 'NX').pttl(key).exec();
  const [current, , ttl] = (answers ?? []).map(([error, answer]) => {
    if (error) throw error;
    return Number(answer);
  });
  if (current === undefined || ttl === undefined) throw new Error('Redis did not count a request');
  return { current, ttl };
}

// The plugin silently lets a request through that cannot be counted.
const reporting =
  (count: Count, onError: (error: unknown) => void): Count =>
  async (what, withinMs) => {
    try {
      return await count(what, withinMs);
    } catch (error) {
      onError(error);
      throw error;
    }
  };

const memoryPrefix = 'in-memory ';
/** The group of a limit that each process counts on its own, for calls that cost less than a count in the database. */
export const countedInMemory = (name: string): string => `${memoryPrefix}${name}`;

/** Beyond this many callers within one window, the oldest are dropped. */
const maxCallers = 20_000;

function countInMemory(now: () => Instant): Count {
  const callers = new Map<string, { count: number; readonly endsAt: number }>();
  return async (what, withinMs) => {
    const at = now();
    let counted = callers.get(what);
    if (!counted || counted.endsAt <= at) {
      callers.delete(what);
      counted = { count: 0, endsAt: at + withinMs };
      callers.set(what, counted);
      for (const [oldest, { endsAt }] of callers) {
        if (endsAt > at && callers.size <= maxCallers) break;
        callers.delete(oldest);
      }
    }
    counted.count += 1;
    return { current: counted.count, ttl: counted.endsAt - at };
  };
}

/** The options that name a limit: its group, or its route. */
const limited = z.object({
  groupId: z.string().optional(),
  routeInfo: z.object({ method: z.union([z.string(), z.string().array()]), url: z.string() }).partial(),
});

/** A function called with `new`, as the plugin does, returns its own object. */
const madeWithNew = z.custom<FastifyRateLimitStoreCtor>((made) => typeof made === 'function');

function storeOf(shared: Count, inMemory: Count): FastifyRateLimitStoreCtor {
  const named = (name: string): FastifyRateLimitStore => ({
    incr: (caller, done, withinMs) => {
      const count = name.startsWith(memoryPrefix) ? inMemory : shared;
      count(`limit ${name} ${caller}`, withinMs).then((counted) => done(null, counted), done);
    },
    child: (options) => {
      const { groupId, routeInfo } = limited.parse(options);
      return named(groupId ?? `${routeInfo.method} ${routeInfo.url}`);
    },
  });
  return madeWithNew.parse(function limitStore() {
    return named('all');
  });
}
