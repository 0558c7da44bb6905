import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Db } from '../connect.ts';

/**
 * Runs `work` with `count` connections that share one snapshot, so that streams read side by side are consistent. Locks nothing.
 * `shared`: the snapshot of another process or thread, which must hold it open; by default a new one. `work` gets its name.
 */
export async function inOneSnapshot<Value>(
  pool: Pool,
  count: number,
  work: (clients: readonly PoolClient[], snapshot: string) => Promise<Value>,
  shared?: string,
): Promise<Value> {
  const clients: PoolClient[] = [];
  let isBroken = true;
  try {
    for (let at = 0; at < count; at += 1) clients.push(await pool.connect());
    let snapshot = shared;
    for (const client of clients) {
      await client.query('begin isolation level repeatable read read only');
      if (snapshot !== undefined) await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`);
      else snapshot = (await client.query<{ id: string }>('select pg_export_snapshot() as id')).rows[0]?.id;
    }
    const value = await work(clients, snapshot ?? '');
    for (const client of clients) await client.query('commit');
    isBroken = false;
    return value;
  } finally {
    // A connection with an unread stream cannot be reused.
    for (const client of clients) client.release(isBroken);
  }
}

const pollEveryMs = 5;

/** A table whose rows are numbered as they are inserted, and the table that each of its writers has locked by then. */
type NumberedTable = { readonly table: string; readonly number: string; readonly lockedTable: string };

// Writers lock a wallet before they take a sequence number, and hold it until the commit.
const ledger: NumberedTable = { table: 'ledger_events', number: 'seq', lockedTable: 'wallets' };

/**
 * Returns the highest `seq` below which no event can still appear. Sequence numbers are taken before the commit, so a higher one
 * may become visible first; this waits for the current writers, about one commit. `undefined` if they take longer than `withinMs`.
 */
export const settledSeq = (db: Db, withinMs = 1_000): Promise<number | undefined> =>
  settledBy(async (text) => (await sql.raw(text).execute(db)).rows, ledger, withinMs);

/** The same for another table, on the caller's connection, outside a transaction: in a snapshot writers would never end. */
export const settledNumberOf = (
  client: ClientBase,
  table: NumberedTable,
  withinMs = 1_000,
): Promise<number | undefined> => settledBy(async (text) => (await client.query(text)).rows, table, withinMs);

async function settledBy(
  query: (text: string) => Promise<readonly unknown[]>,
  { table, number, lockedTable }: NumberedTable,
  withinMs: number,
): Promise<number | undefined> {
  const writers = `
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = '${lockedTable}'::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowShareLock', 'RowExclusiveLock')`;
  const [first] = (await query(
    `select (select max(${number})::bigint from ${table}) as number, array(${writers}) as writers`,
  )) as readonly { number: number | null; writers: readonly string[] }[];
  let active = first?.writers ?? [];
  for (let waitedMs = 0; active.length > 0; waitedMs += pollEveryMs) {
    if (waitedMs >= withinMs) return undefined;
    await setTimeout(pollEveryMs);
    const found = (await query(writers)) as readonly { writer: string }[];
    const now = new Set(found.map((row) => row.writer));
    active = active.filter((writer) => now.has(writer));
  }
  return first?.number ?? 0;
}
