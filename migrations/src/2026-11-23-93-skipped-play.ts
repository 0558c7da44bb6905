import { type Kysely, sql } from 'kysely';

/** What the plan of credits leaves out: read by the poll of scores and shown to admins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feed_quota add column plan jsonb`.execute(db);
}
