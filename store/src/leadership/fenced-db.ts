import { CompiledQuery, type Driver, Kysely, PostgresDialect } from 'kysely';
import type { Db, Store } from '../connect.ts';
import type { Database } from '../database.ts';
import { termLock, writesLock } from './lead-locks.ts';

/** A transaction of a former leader. Nothing was written. */
export class LeadLost extends Error {
  override readonly name = 'LeadLost';
  constructor() {
    super('this worker no longer leads');
  }
}

/**
 * The database for the leader of one term. Its transactions begin only while the term's session holds its lock, and the next leader
 * ends all of them before it begins, so a former leader writes nothing after it. Statements outside transactions are not checked.
 * Do not destroy it: the pool belongs to the store.
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
      // The lock on writes is taken first. Getting the term's lock afterwards means that the term's session is gone.
      const free = CompiledQuery.raw(
        `with writing as materialized (select pg_advisory_xact_lock_shared(${writesLock}))
        select pg_try_advisory_xact_lock_shared(${termLock}, $1) as free from writing`,
        [token],
      );
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
