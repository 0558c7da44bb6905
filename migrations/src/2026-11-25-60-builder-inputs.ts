import { type Kysely, sql } from 'kysely';

/** What the odds of a bet builder were computed from; part of the terms of its bet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bet_legs add column priced_from jsonb`.execute(db);
}
