import { type Kysely, sql } from 'kysely';

/** Browsers that get push messages, and the messages that wait to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A subscription ends with its session. `endpoint_digest`: one browser never gets the messages of two accounts.
  await sql`
    create table push_subscriptions (
      session_id uuid primary key references sessions on delete cascade,
      wallet_id uuid not null,
      subscription_sealed text not null,
      endpoint_digest text not null unique,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index push_subscriptions_of_wallet on push_subscriptions (wallet_id)`.execute(db);
  // `next_at`: when it is sent, or sent again. It is deleted once a push service took it.
  await sql`
    create table push_messages (
      session_id uuid not null references push_subscriptions on delete cascade,
      notification_id bigint not null,
      wallet_id uuid not null,
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      primary key (session_id, notification_id)
    )`.execute(db);
  await sql`create index push_messages_due on push_messages (next_at)`.execute(db);
}
