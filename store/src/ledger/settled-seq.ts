import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db } from '../connect.ts';

const lookEveryMs = 5;

/**
 * The highest `seq` of the ledger below which nothing can appear any more. Places in the order are taken before the commit, so a
 * higher one may be seen first: this waits for the writers that were at work, which is the time of one commit. `undefined`
 * when they take longer than `withinMs`.
 */
export const settledSeq = (db: Db, withinMs = 1_000): Promise<number | undefined> =>
  settledSeqBy(async (text) => (await sql.raw(text).execute(db)).rows, withinMs);

/** The same on a connection of its own, outside of a transaction: a snapshot would not see the writers end. */
export const settledSeqOf = (client: ClientBase, withinMs = 1_000): Promise<number | undefined> =>
  settledSeqBy(async (text) => (await client.query(text)).rows, withinMs);

async function settledSeqBy(
  query: (text: string) => Promise<readonly unknown[]>,
  withinMs: number,
): Promise<number | undefined> {
  // Whoever takes a place has locked a wallet before, and holds that lock until it has committed.
  const [first] = (await query(
    `select (select max(seq) from ledger_events) as seq, array(${writers}) as writers`,
  )) as readonly { seq: number | null; writers: readonly string[] }[];
  const seq = first?.seq ?? 0;
  let atWork = first?.writers ?? [];
  for (let waitedMs = 0; atWork.length > 0; waitedMs += lookEveryMs) {
    if (waitedMs >= withinMs) return undefined;
    await setTimeout(lookEveryMs);
    const found = (await query(writers)) as readonly { writer: string }[];
    const now = new Set(found.map((row) => row.writer));
    atWork = atWork.filter((writer) => now.has(writer));
  }
  return seq;
}

const writers = `
  select virtualtransaction as writer from pg_locks
  where locktype = 'relation' and relation = 'wallets'::regclass and granted
    and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowShareLock', 'RowExclusiveLock')`;
