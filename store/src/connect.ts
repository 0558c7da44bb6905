import type { Instant } from '@touchline/core/instant';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './database.ts';
import { openStorePool, type PoolOptions } from './pool.ts';

export { openPool } from './pool.ts';

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

export type ConnectOptions = PoolOptions & {
  /**
   * Where the database can be reached without a pooler, if `databaseUrl` leads to one in transaction mode. The pipelines use it, and
   * the pooler's connections get their timeouts from their role.
   */
  readonly directUrl?: string | undefined;
};

/**
 * Opens a pool on `databaseUrl`. Bigints are read as safe integers, numerics as Decimals, timestamps as Instants. Connects at the
 * first query; `close` waits for running ones.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Store {
  const { directUrl = databaseUrl } = options;
  // A pooler refuses settings of a session, which it would share between processes.
  const pool = openStorePool(databaseUrl, options, { hasSession: directUrl === databaseUrl });
  const pipelines = openStorePool(directUrl, { ...options, max: 4 }, { pipeline: true });
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

/**
 * Commits a message to the write-ahead log, so it needs what a bet needs: a connection of the wallet writer, a server that accepts
 * writes, room on its disk and its synchronous standby. It needs no table, and readers of the log ignore its prefix.
 */
export const proveWrites = ({ pipelines }: Pick<Store, 'pipelines'>): Promise<unknown> =>
  pipelines.query("select pg_logical_emit_message(true, 'touchline', 'probe')");
