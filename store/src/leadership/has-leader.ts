import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { leadLock } from './lead-locks.ts';

/** Whether any worker leads at this moment: whether a session holds the lock of the lead in this database. */
export async function hasLeader(db: Db): Promise<boolean> {
  // A lock by one number is shown as its two halves.
  const { rows } = await sql<{ readonly leads: boolean }>`
    select exists (
      select 1 from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and ((classid::bigint << 32) | objid::bigint) = ${sql.raw(leadLock)}
    ) as leads`.execute(db);
  return rows[0]?.leads ?? false;
}
