import { type Kysely, sql } from 'kysely';

/**
 * Logs may be deleted after as many days of 24 hours as before, whatever the session's time zone: there, a day in which the clocks go back
 * has 25.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function refuse_young_delete() set timezone to 'UTC'`.execute(db);
}
