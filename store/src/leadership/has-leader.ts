import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { leadLock } from './lead-locks.ts';

/** Whether a worker leads now: whether a session holds the leader's lock in this database. */
export async function hasLeader(db: Db): Promise<boolean> {
  // pg_locks shows a 64-bit lock key as two halves.
  const { rows } = await sql<{ readonly leads: boolean }>`
    select exists (
      select 1 from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and ((classid::bigint << 32) | objid::bigint) = ${sql.raw(leadLock)}
    ) as leads`.execute(db);
  return rows[0]?.leads ?? false;
}
