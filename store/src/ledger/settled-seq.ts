import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db } from '../connect.ts';

const pollEveryMs = 5;

/**
 * Returns the highest `seq` below which no event can still appear. Sequence numbers are taken before the commit, so a higher one
 * may become visible first; this waits for the current writers, about one commit. `undefined` if they take longer than `withinMs`.
 */
export const settledSeq = (db: Db, withinMs = 1_000): Promise<number | undefined> =>
  settledSeqBy(async (text) => (await sql.raw(text).execute(db)).rows, withinMs);

/** The same on the caller's connection, outside a transaction: in a snapshot writers would never end. */
export const settledSeqOf = (client: ClientBase, withinMs = 1_000): Promise<number | undefined> =>
  settledSeqBy(async (text) => (await client.query(text)).rows, withinMs);

async function settledSeqBy(
  query: (text: string) => Promise<readonly unknown[]>,
  withinMs: number,
): Promise<number | undefined> {
  // Writers lock a wallet before they take a sequence number, and hold it until the commit.
  const [first] = (await query(
    `select (select max(seq) from ledger_events) as seq, array(${writers}) as writers`,
  )) as readonly { seq: number | null; writers: readonly string[] }[];
  const seq = first?.seq ?? 0;
  let active = first?.writers ?? [];
  for (let waitedMs = 0; active.length > 0; waitedMs += pollEveryMs) {
    if (waitedMs >= withinMs) return undefined;
    await setTimeout(pollEveryMs);
    const found = (await query(writers)) as readonly { writer: string }[];
    const now = new Set(found.map((row) => row.writer));
    active = active.filter((writer) => now.has(writer));
  }
  return seq;
}

const writers = `
  select virtualtransaction as writer from pg_locks
  where locktype = 'relation' and relation = 'wallets'::regclass and granted
    and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowShareLock', 'RowExclusiveLock')`;
