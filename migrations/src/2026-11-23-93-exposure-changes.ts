import { type Kysely, sql } from 'kysely';

/** How often the exposure of a match has changed: by it a writer notices that another one changed the match after it was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exposure_changes (
      match_id uuid primary key,
      changes bigint not null
    ) with (fillfactor = 50)`.execute(db);
}
