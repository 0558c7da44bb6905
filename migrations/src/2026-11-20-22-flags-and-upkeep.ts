import { type Kysely, sql } from 'kysely';

/** Indexes for the few flagged transactions, and rights to delete old rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index transactions_flagged on transactions (created_at, id) where flags <> '{}'`.execute(db);
  await sql`create index sessions_ended on sessions (ended_at) where ended_at is not null`.execute(db);
  await sql`create index sessions_expire on sessions (expires_at)`.execute(db);
  await sql`create index email_tokens_expire on email_tokens (expires_at)`.execute(db);
  await sql`grant delete on sessions, email_tokens to touchline_app`.execute(db);
}
