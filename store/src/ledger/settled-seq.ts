import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

const lookEveryMs = 5;

/**
 * The highest `seq` of the ledger below which nothing can appear any more. Places in the order are taken before the commit, so a
 * higher one may be seen first: this waits for the writers that were at work, which is the time of one commit. `undefined`
 * when they take longer than `withinMs`.
 */
export async function settledSeq(db: Db, withinMs = 1_000): Promise<number | undefined> {
  // Whoever takes a place has locked a wallet before, and holds that lock until it has committed.
  const { rows } = await sql<{ seq: number | null; writers: readonly string[] }>`
    select (select max(seq) from ledger_events) as seq, array(${writers}) as writers`.execute(db);
  const seq = rows[0]?.seq ?? 0;
  let atWork = rows[0]?.writers ?? [];
  for (let waitedMs = 0; atWork.length > 0; waitedMs += lookEveryMs) {
    if (waitedMs >= withinMs) return undefined;
    await setTimeout(lookEveryMs);
    const { rows: found } = await sql<{ writer: string }>`${writers}`.execute(db);
    const now = new Set(found.map((row) => row.writer));
    atWork = atWork.filter((writer) => now.has(writer));
  }
  return seq;
}

const writers = sql`
  select virtualtransaction as writer from pg_locks
  where locktype = 'relation' and relation = 'wallets'::regclass and granted
    and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowShareLock', 'RowExclusiveLock')`;
