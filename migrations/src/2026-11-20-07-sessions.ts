import { type Kysely, sql } from 'kysely';

/** Which sessions of a user still count: a token carries the generation it was issued in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column session_generation integer not null default 1 check (session_generation > 0)`.execute(
    db,
  );
}
