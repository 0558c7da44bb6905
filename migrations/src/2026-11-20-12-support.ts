import { type Kysely, sql } from 'kysely';

/** What people wrote to the operator. A message is mailed once; until then `sent_at` is empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_messages (
      id uuid primary key,
      user_id uuid references users,
      name text not null check (length(name) between 1 and 60),
      email text not null check (length(email) <= 254),
      topic text not null,
      message text not null check (length(message) between 1 and 4000),
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db);
  await sql`create index support_messages_unsent on support_messages (created_at) where sent_at is null`.execute(db);
  await sql`grant select, insert on support_messages to touchline_app`.execute(db);
  await sql`grant update (sent_at) on support_messages to touchline_app`.execute(db);
}
