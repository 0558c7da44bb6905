import { sql } from 'kysely';
import type { Trx } from '../connect.ts';

/**
 * Lets one transaction at a time change matches, until it ends, so that the order of `seq` is the order of commits and a reader
 * that asks for changes after its highest `seq` misses none. Every writer of `matches.seq` starts with it.
 */
export const lockMatches = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('touchline matches'))`.execute(trx);

/** The channel that wakes replicas after the commit. */
export const matchesChannel = 'matches';

export const wakeReplicas = (trx: Trx): Promise<unknown> => sql`select pg_notify(${matchesChannel}, '')`.execute(trx);
