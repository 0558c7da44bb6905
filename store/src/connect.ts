import { type Instant, instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { type CustomTypesConfig, Pool, types } from 'pg';
import type { Database } from './database.ts';

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

export type ConnectOptions = {
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
  /** How long to wait for a connection; no limit by default. */
  readonly connectTimeoutMs?: number;
  /** Called for a broken connection, which the pool replaces. */
  readonly onError?: (error: Error) => void;
};

/** Longer than any of our transactions holds a lock, and than a hanging process keeps one. */
const usualLockTimeoutMs = 10_000;

/**
 * Opens a pool on `databaseUrl`. Bigints are read as safe integers, numerics as Decimals, timestamps as Instants. Connects at the
 * first query; `close` waits for running ones.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Store {
  const settings = {
    connectionString: databaseUrl,
    application_name: options.applicationName ?? 'touchline',
    types: columnTypes,
    lock_timeout: options.lockTimeoutMs ?? usualLockTimeoutMs,
    ...(options.statementTimeoutMs !== undefined && { statement_timeout: options.statementTimeoutMs }),
    ...(options.connectTimeoutMs !== undefined && { connectionTimeoutMillis: options.connectTimeoutMs }),
    ...(options.hungAfterMs !== undefined && { idle_in_transaction_session_timeout: options.hungAfterMs }),
  };
  const pool = new Pool({ ...settings, max: options.max ?? 10 });
  const pipelines = new Pool({ ...settings, max: 4, pipeline: true });
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
