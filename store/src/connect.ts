import { type Instant, instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { type CustomTypesConfig, Pool, types } from 'pg';
import type { Database } from './database.ts';

/** Reads. */
export type Db = Kysely<Database>;
/** A function that must be atomic asks for this; a bare `Db` does not compile. */
export type Trx = Transaction<Database>;

export type Store = {
  readonly db: Db;
  /** The same connections for statements that are prepared once and run very often. */
  readonly pool: Pool;
  /**
   * A few connections that send a statement before the one ahead of it is answered, for transactions that know early what they
   * will ask. No cursors and no COPY here.
   */
  readonly pipelines: Pool;
  readonly close: () => Promise<void>;
};

export type ConnectOptions = {
  readonly max?: number;
  readonly applicationName?: string;
  /**
   * How long a transaction may wait for this process before the database ends it: one that hangs must not keep others from what
   * it has locked. Without it, for ever.
   */
  readonly hungAfterMs?: number;
  /** How long a statement may wait for a lock of another session before it fails. Not given: 10 seconds. */
  readonly lockTimeoutMs?: number;
  /** How long a statement may take before it fails. Not given: no limit, as for verifications and exports. */
  readonly statementTimeoutMs?: number;
  /** How long to wait for a connection, free or new, before the query fails. Not given: no limit. */
  readonly connectTimeoutMs?: number;
  /** Told about a broken connection; the pool makes a new one. */
  readonly onError?: (error: Error) => void;
};

/** Longer than any transaction of ours holds a lock, and than the database leaves one to a process that hangs. */
const usualLockTimeoutMs = 10_000;

/**
 * Opens a pool on `databaseUrl`. Amounts and counters (bigint) arrive as safe whole numbers, numerics as Decimals, times as
 * Instants. Nothing is sent before the first query; `close` waits for the running ones.
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
  const tell = (error: Error): void => options.onError?.(error);
  for (const each of [pool, pipelines]) {
    each.on('error', tell);
    // A connection that breaks while it is lent out says so here as well as in its query; unheard it would end the process.
    each.on('connect', (client) => client.on('error', tell));
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    pipelines,
    close: async () => {
      // Kysely ends its pool only when it has used it.
      await db.destroy();
      await Promise.all([pool, pipelines].map((each) => (each.ending ? undefined : each.end())));
    },
  };
}

/** An Instant as a parameter of a statement. */
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
