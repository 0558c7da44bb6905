import { setTimeout as pause } from 'node:timers/promises';
import { type Instant, instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import type { Database } from './database.ts';
import { clientClass, type WatchOptions } from './database-client.ts';
import { readDatabaseUrl } from './database-url.ts';

/** The database. */
export type Db = Kysely<Database>;
/** A transaction; functions that must be atomic require it. */
export type Trx = Transaction<Database>;

export type Store = {
  readonly db: Db;
  /** The same connections, for prepared statements. */
  readonly pool: Pool;
  /**
   * A few connections that send a statement before the previous one is answered, for transactions that know their queries early. No
   * cursors or COPY.
   */
  readonly pipelines: Pool;
  readonly close: () => Promise<void>;
};

export type ConnectOptions = Pick<WatchOptions, 'silenceMs' | 'onDropped'> & {
  /**
   * Where the database can be reached without a pooler, if `databaseUrl` leads to one in transaction mode. The pipelines use it, and
   * the pooler's connections get their timeouts from their role.
   */
  readonly directUrl?: string | undefined;
  readonly max?: number;
  readonly applicationName?: string;
  /**
   * How long a transaction may be idle before the database ends it, so that a hanging process does not keep its locks. No limit by
   * default.
   */
  readonly hungAfterMs?: number;
  /** How long a statement may wait for a lock; 10 seconds by default. */
  readonly lockTimeoutMs?: number;
  /** How long a statement may take; no limit by default, for verifications and exports. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a free connection; no limit by default. Connecting takes at most 3 seconds. */
  readonly connectTimeoutMs?: number;
  /** Called for a broken connection, which the pool replaces. */
  readonly onError?: (error: Error) => void;
};

/** Longer than any of our transactions holds a lock, and than a hanging process keeps one. */
const usualLockTimeoutMs = 10_000;

const lateAnswerMs = 2_000;

/**
 * Opens a pool of connections to the server of `databaseUrl` that accepts writes. `pauseAfterFailureMs` slows down callers that retry at
 * once.
 */
export function openPool(
  databaseUrl: string,
  config: PoolConfig & WatchOptions & { readonly pauseAfterFailureMs?: number },
): Pool {
  const pool = new Pool({ ...config, connectionString: databaseUrl, Client: clientClass(databaseUrl, config) });
  const servers = readDatabaseUrl(databaseUrl)?.urls.length ?? 1;
  const { pauseAfterFailureMs = 0 } = config;
  if (servers > 1 || pauseAfterFailureMs > 0) tryEachServer(pool, servers, pauseAfterFailureMs);
  return pool;
}

/** Makes a pool try its other servers before it reports that it cannot connect. */
function tryEachServer(pool: Pool, servers: number, pauseMs: number): void {
  const connectOnce: () => Promise<PoolClient> = pool.connect.bind(pool);
  const attempt = (left: number): Promise<PoolClient> =>
    connectOnce().catch(async (error: unknown) => {
      const isBusy = /timeout exceeded when trying/.test(String(error));
      if (left > 0 && !isBusy) return attempt(left - 1);
      await pause(pauseMs, undefined, { ref: false });
      throw error;
    });
  const connectToAny = (callback?: (...outcome: readonly unknown[]) => void): Promise<PoolClient> | undefined => {
    const client = attempt(servers - 1);
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error: unknown) => callback(error, undefined, () => {}),
    );
    return undefined;
  };
  Reflect.set(pool, 'connect', connectToAny);
}

/**
 * Opens a pool on `databaseUrl`. Bigints are read as safe integers, numerics as Decimals, timestamps as Instants. Connects at the
 * first query; `close` waits for running ones.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Store {
  const { directUrl = databaseUrl, silenceMs, onDropped, statementTimeoutMs } = options;
  const ordinary = {
    application_name: options.applicationName ?? 'touchline',
    types: columnTypes,
    silenceMs,
    onDropped,
    // A server that answers may still have lost one session.
    unansweredMs: statementTimeoutMs === undefined ? undefined : statementTimeoutMs + lateAnswerMs,
    ...(options.connectTimeoutMs !== undefined && { connectionTimeoutMillis: options.connectTimeoutMs }),
  };
  const session = {
    lock_timeout: options.lockTimeoutMs ?? usualLockTimeoutMs,
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
    ...(options.hungAfterMs !== undefined && { idle_in_transaction_session_timeout: options.hungAfterMs }),
  };
  // A pooler refuses settings of a session, which it would share between processes.
  const pool = openPool(databaseUrl, {
    ...ordinary,
    ...(directUrl === databaseUrl && session),
    max: options.max ?? 10,
  });
  const pipelines = openPool(directUrl, { ...ordinary, ...session, max: 4, pipeline: true });
  const report = (error: Error): void => options.onError?.(error);
  for (const each of [pool, pipelines]) {
    each.on('error', report);
    // A connection that breaks while in use emits an error too, which would end the process if unhandled.
    each.on('connect', (client) => client.on('error', report));
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    pipelines,
    close: async () => {
      // Kysely only ends a pool that it has used.
      await db.destroy();
      await Promise.all([pool, pipelines].map((each) => (each.ending ? undefined : each.end())));
    },
  };
}

/** Converts an Instant to a query parameter. */
export const timestamp = (at: Instant): Date => new Date(at);

const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: wholeNumber,
  [types.builtins.NUMERIC]: (text) => new Decimal(text),
  [types.builtins.TIMESTAMPTZ]: (text) => (text.endsWith('infinity') ? Number.NaN : instant(Date.parse(isoText(text)))),
};

const columnTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    parsers[id] ?? (format === 'binary' ? types.getTypeParser(id, 'binary') : types.getTypeParser(id, 'text')),
};

/** Postgres writes `2026-11-20 14:00:00.123456+00`; a session in another zone writes another offset. */
const isoText = (text: string): string =>
  text
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00')
    .replace(/(\.\d{3})\d+/, '$1');

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond the safe whole numbers`);
  return value;
}
