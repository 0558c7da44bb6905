import { type Kysely, sql } from 'kysely';

/** The language that an account has chosen, for every device and for its emails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text check (language in ('en', 'de', 'es'))`.execute(db);
}
