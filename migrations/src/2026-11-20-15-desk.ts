import { type Kysely, sql } from 'kysely';

/** What the admins' desk sorts and filters transactions by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Few wait or have failed among very many completed ones: walking back in time for them would read everything.
  await sql`create index transactions_of_status on transactions (status, created_at, id)`.execute(db);
  await sql`create index transactions_changed on transactions (updated_at, id)`.execute(db);
  await sql`create index transactions_largest on transactions (amount, id)`.execute(db);
  await sql`create index users_by_name on users (lower(name), wallet_id)`.execute(db);
}
