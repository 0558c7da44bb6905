import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` with `count` connections that share one snapshot, so that streams read side by side are consistent. Locks nothing.
 */
export async function inOneSnapshot<Value>(
  pool: Pool,
  count: number,
  work: (clients: readonly PoolClient[]) => Promise<Value>,
): Promise<Value> {
  const clients: PoolClient[] = [];
  let isBroken = true;
  try {
    for (let at = 0; at < count; at += 1) clients.push(await pool.connect());
    const [first, ...others] = clients;
    if (!first) throw new RangeError('a snapshot needs a connection');
    await first.query('begin isolation level repeatable read read only');
    const { rows } = await first.query<{ id: string }>('select pg_export_snapshot() as id');
    const id = first.escapeLiteral(rows[0]?.id ?? '');
    for (const client of others) {
      await client.query('begin isolation level repeatable read read only');
      await client.query(`set transaction snapshot ${id}`);
    }
    const value = await work(clients);
    for (const client of clients) await client.query('commit');
    isBroken = false;
    return value;
  } finally {
    // A connection with an unread stream cannot be reused.
    for (const client of clients) client.release(isBroken);
  }
}
