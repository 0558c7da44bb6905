import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';

const pollEveryMs = 5;

/** A table whose rows are numbered as they are inserted, and the table that each of its writers has locked by then. */
export type NumberedTable = { readonly table: string; readonly number: string; readonly lockedTable: string };

/**
 * Returns the highest number below which no row can still appear, on the caller's connection, outside a transaction: in a snapshot
 * writers would never end. Numbers are taken before the commit, so a higher one may become visible first; this waits for the current
 * writers, about one commit. `undefined` if they take longer than `withinMs`.
 */
export const settledNumberOf = (
  client: ClientBase,
  table: NumberedTable,
  withinMs = 1_000,
): Promise<number | undefined> => settledBy(async (text) => (await client.query(text)).rows, table, withinMs);

export async function settledBy(
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
