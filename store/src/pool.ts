import { setTimeout as pause } from 'node:timers/promises';
import { instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { clientClass, type WatchOptions } from './database-client.ts';
import { readDatabaseUrl } from './database-url.ts';
import { UnreadableNumber } from './failures.ts';

export type PoolOptions = Pick<WatchOptions, 'silenceMs' | 'onDropped'> & {
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
  /** How long to wait for a free connection; no limit by default. Connecting takes at most 3 seconds, or the URL's `connect_timeout`. */
  readonly connectTimeoutMs?: number;
  /** Called for a broken connection, which the pool replaces. */
  readonly onError?: (error: Error) => void;
};

/** Longer than any of our transactions holds a lock, and than a hanging process keeps one. */
const usualLockTimeoutMs = 10_000;

const lateAnswerMs = 2_000;

/** What runs every few seconds finds its connection open: opening one takes the database as long as many statements. */
const keptIdleMs = 60_000;

/**
 * Opens a pool that reads values and watches connections as `connect` does, without the query builder, which takes 20 MB. `hasSession`:
 * whether the timeouts are settings of its sessions.
 */
export function openStorePool(
  databaseUrl: string,
  options: PoolOptions = {},
  { hasSession = true, pipeline = false }: { readonly hasSession?: boolean; readonly pipeline?: boolean } = {},
): Pool {
  const { silenceMs, onDropped, statementTimeoutMs } = options;
  const pool = openPool(databaseUrl, {
    application_name: options.applicationName ?? 'touchline',
    types: columnTypes,
    silenceMs,
    onDropped,
    // A server that answers may still have lost one session.
    unansweredMs: statementTimeoutMs === undefined ? undefined : statementTimeoutMs + lateAnswerMs,
    ...(options.connectTimeoutMs !== undefined && { connectionTimeoutMillis: options.connectTimeoutMs }),
    ...(hasSession && {
      lock_timeout: options.lockTimeoutMs ?? usualLockTimeoutMs,
      ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
      ...(options.hungAfterMs !== undefined && { idle_in_transaction_session_timeout: options.hungAfterMs }),
    }),
    max: options.max ?? 10,
    ...(pipeline && { pipeline }),
  });
  const report = (error: Error): void => options.onError?.(error);
  pool.on('error', report);
  // A connection that breaks while in use emits an error too, which would end the process if unhandled.
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/**
 * Opens a pool of connections to the server of `databaseUrl` that accepts writes. `pauseAfterFailureMs` slows down callers that retry at
 * once.
 */
export function openPool(
  databaseUrl: string,
  config: PoolConfig & WatchOptions & { readonly pauseAfterFailureMs?: number },
): Pool {
  const pool = new Pool({
    idleTimeoutMillis: keptIdleMs,
    ...config,
    connectionString: databaseUrl,
    Client: clientClass(databaseUrl, config),
  });
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
  text.endsWith('+00')
    ? // The usual case, read without regular expressions in a quarter of the time.
      `${text.slice(0, 10)}T${text.slice(11, Math.min(23, text.length - 3))}Z`
    : text
        .replace(' ', 'T')
        .replace(/([+-]\d\d)$/, '$1:00')
        .replace(/(\.\d{3})\d+/, '$1');

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnreadableNumber(text);
  return value;
}
