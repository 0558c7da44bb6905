import { type Kysely, sql } from 'kysely';

/** What a decision about a match moved in all, in cents, so that several by one admin are held against the limit together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table match_results add column moved bigint not null default 0 check (moved >= 0)`.execute(db);
}
