import { type Kysely, sql } from 'kysely';

/** What bettors are notified of, and what they switched off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `in_app`, `push`: whether the kind was on. `delivered_at`: when it was sent to open screens and queued for push services.
  await sql`
    create table notifications (
      id bigint generated always as identity,
      wallet_id uuid not null,
      cause text not null,
      kind text not null,
      facts jsonb not null,
      in_app boolean not null,
      push boolean not null,
      created_at timestamptz not null default now(),
      delivered_at timestamptz,
      primary key (wallet_id, cause)
    )`.execute(db);
  await sql`create unique index notifications_newest on notifications (wallet_id, id)`.execute(db);
  await sql`create index notifications_undelivered on notifications (id) where delivered_at is null`.execute(db);
  await sql`create index notifications_age on notifications using brin (created_at)`.execute(db);
  // `read_up_to`: the newest notification that its bettor has read; all older ones are read too.
  await sql`
    create table notification_settings (
      wallet_id uuid primary key,
      in_app_off text[] not null default '{}',
      push_off text[] not null default '{}',
      push_amounts boolean not null default false,
      read_up_to bigint not null default 0
    )`.execute(db);
}
