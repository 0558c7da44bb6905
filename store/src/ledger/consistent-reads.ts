import type { Pool, PoolClient } from 'pg';

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
