import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** Its holder leads. It is a session lock, so it ends with the session. */
export const leadLock = "hashtext('touchline leader')";
/** Held shared by every transaction of a leader; the next leader takes it exclusively once before it begins. */
export const writesLock = "hashtext('touchline writes of the leader')";
/** The first half of a term's own lock; its token is the second. */
export const termLock = "hashtext('touchline term')";

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
