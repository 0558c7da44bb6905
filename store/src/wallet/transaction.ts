import type { Pool, PoolClient } from 'pg';
import { causeOf } from '../database-client.ts';

/** Begins a transaction without sequential scans: a plan made while a table was small must not scan it once it is large. */
export const begin = 'begin; set local enable_seqscan = off';

/**
 * Runs `work` in one transaction that writes the ledger. `work` sends `begin` itself, together with its first reads, which saves a
 * round trip. Anything it throws rolls the transaction back; a connection that cannot roll back is not reused.
 */
export async function inTransaction<Value>(pool: Pool, work: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    const cause = causeOf(error, client);
    await client.query('rollback').catch((lost: unknown) => {
      broken = lost instanceof Error ? lost : new Error(String(lost));
    });
    throw cause;
  } finally {
    client.release(broken);
  }
}
