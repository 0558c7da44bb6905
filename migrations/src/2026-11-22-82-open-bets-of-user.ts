import { type Kysely, sql } from 'kysely';

/** A user's open bets are found without reading past the settled ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bets_open_of_user on bets (user_id, placed_at, id) where status = 'pending'`.execute(db);
}
