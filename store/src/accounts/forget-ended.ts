import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** At most so many at once, so that a long neglected table is cleared in short transactions. */
type Old = { readonly before: Instant; readonly most: number };

/** Deletes sessions that ended or expired before a moment, and says how many. Nothing refers to them; the audit log names people. */
export async function forgetEndedSessions(db: Db, { before, most }: Old): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id = any(array(
      select id from sessions where ended_at < ${timestamp(before)}
      union select id from sessions where expires_at < ${timestamp(before)} limit ${most}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the links of letters that were used or expired before a moment, and says how many. */
export async function forgetSpentTokens(db: Db, { before, most }: Old): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from email_tokens where token_hash = any(array(
      select token_hash from email_tokens
      where expires_at < ${timestamp(before)} or used_at < ${timestamp(before)} limit ${most}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
