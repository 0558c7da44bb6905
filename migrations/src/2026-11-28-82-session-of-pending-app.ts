import { type Kysely, sql } from 'kysely';

/**
 * The session that began to set up an authentication app, the only one that may confirm it. Null for an app that the release before
 * began: nothing confirms it, so its user begins again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column totp_pending_session uuid`.execute(db);
}
