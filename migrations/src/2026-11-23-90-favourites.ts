import { type Kysely, sql } from 'kysely';

/** The teams and leagues that an account has starred. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column favourites text[] not null default '{}'`.execute(db);
}
