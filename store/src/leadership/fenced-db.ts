import { CompiledQuery, type Driver, Kysely, PostgresDialect } from 'kysely';
import type { Db, Store } from '../connect.ts';
import type { Database } from '../database.ts';
import { termLock, writesLock } from './lead-locks.ts';

/** A transaction of a worker that leads no more. Nothing of it was written. */
export class LeadLost extends Error {
  override readonly name = 'LeadLost';
  constructor() {
    super('this worker leads no more: another one does, or will');
  }
}

/**
 * The database as the leader of one term writes to it: a transaction begins only while the session of the term still holds its
 * lock, and the next leader ends every such transaction before it begins. So nothing that a stale leader wrote comes after
 * what the next one writes. Statements outside a transaction are not held back. It is never destroyed: the pool is the store's.
 * @throws {LeadLost} from a transaction that begins too late
 */
export function fencedDb({ pool }: Pick<Store, 'pool'>, token: number): Db {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => fenced(dialect.createDriver(), token),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}

function fenced(driver: Driver, token: number): Driver {
  const begin: Driver['beginTransaction'] = async (connection, settings) => {
    await driver.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock_shared(${writesLock})`));
      // Whoever gets the lock of the term has learnt that its session is gone.
      const free = CompiledQuery.raw(`select pg_try_advisory_xact_lock_shared(${termLock}, $1) as free`, [token]);
      const { rows } = await connection.executeQuery<{ readonly free: boolean }>(free);
      if (rows[0]?.free !== false) throw new LeadLost();
    } catch (error) {
      await driver.rollbackTransaction(connection);
      throw error;
    }
  };
  return new Proxy(driver, {
    get: (target, name) => {
      if (name === 'beginTransaction') return begin;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
