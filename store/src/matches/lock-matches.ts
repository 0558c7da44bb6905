import { sql } from 'kysely';
import type { Trx } from '../connect.ts';

/**
 * Lets one transaction at a time change matches, until it ends. Only therefore is the order of `seq` the order of commits, and
 * a reader that asks for what came after the highest `seq` it knows misses nothing. Every writer of `matches.seq` begins with it.
 */
export const lockMatches = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('touchline matches'))`.execute(trx);

/** The channel on which replicas are woken after the commit. */
export const matchesChannel = 'matches';

export const wakeReplicas = (trx: Trx): Promise<unknown> => sql`select pg_notify(${matchesChannel}, '')`.execute(trx);
