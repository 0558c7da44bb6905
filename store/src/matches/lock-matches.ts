import { sql } from 'kysely';
import type { Trx } from '../connect.ts';

/**
 * Lets one transaction at a time change matches, until it ends, so that the order of `seq` is the order of commits and a reader
 * that asks for changes after its highest `seq` misses none. Every writer of `matches.seq` starts with it. A row written before it
 * may refer to a match that the lock's holder waits to change, which would be a deadlock.
 * @throws {Error} after a write in the same transaction
 */
export async function lockMatches(trx: Trx): Promise<void> {
  if (holders.has(trx)) return;
  const { rows } = await sql<{ hasWritten: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as "hasWritten", pg_advisory_xact_lock(hashtext('touchline matches'))
    `.execute(trx);
  if (rows[0]?.hasWritten !== false) throw new Error('the matches must be locked before the first write');
  holders.add(trx);
}

const holders = new WeakSet<Trx>();

/** The channel that wakes replicas after the commit. */
export const matchesChannel = 'matches';

export const wakeReplicas = (trx: Trx): Promise<unknown> => sql`select pg_notify(${matchesChannel}, '')`.execute(trx);
