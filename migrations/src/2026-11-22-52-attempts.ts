import { type Kysely, sql } from 'kysely';

/** Attempts on accounts survive a crash; counts of requests (`tries`) may still be lost in one. Links confirm a browser, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attempts (
      key bytea primary key check (length(key) = 32),
      count integer not null,
      since timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index attempts_ends_at on attempts (ends_at)`.execute(db);
  await sql`grant select, insert, update, delete on attempts to touchline_app`.execute(db);
  await sql`
    alter table email_tokens drop constraint email_tokens_purpose_check,
      add constraint email_tokens_purpose_check check (purpose in ('verify', 'reset', 'confirm-browser'))`.execute(db);
}
