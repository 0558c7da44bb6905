import { type Kysely, sql } from 'kysely';

/** Prices of further markets, for which the odds provider is asked match by match, and what the plan of credits leaves out of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table matches add column event_quotes jsonb`.execute(db);
  await sql`alter table feed_quota add column event_plan jsonb`.execute(db);
}
