import { type Kysely, sql } from 'kysely';

/** Who is logged in where, what they set for themselves, who tried too often, and what admins did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await logIns(db);
  await ownSettings(db);
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      actor uuid not null,
      role text not null,
      action text not null,
      subject text not null,
      reason text,
      before jsonb,
      after jsonb,
      request_id text not null
    )`.execute(db);
  await sql`create index audit_log_of_actor on audit_log (actor, id)`.execute(db);
  await sql`create index audit_log_of_subject on audit_log (subject, id)`.execute(db);
  await sql`create index audit_log_at on audit_log (at, id)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_change()`.execute(db);
  await sql`grant select, insert on audit_log to touchline_app`.execute(db);
}

async function logIns(db: Kysely<unknown>): Promise<void> {
  // `salt` and `turn` make the refresh token together with a key that is not in the database.
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      created_at timestamptz not null,
      used_at timestamptz not null,
      user_agent text not null,
      address text not null,
      salt bytea not null check (length(salt) = 32),
      turn integer not null default 1 check (turn > 0),
      turned_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      ended_why text check (ended_why in
        ('logged-out', 'ended-by-user', 'password-changed', 'password-reset', 'token-reused')),
      check ((ended_at is null) = (ended_why is null))
    )`.execute(db);
  await sql`create index sessions_of_user on sessions (user_id, used_at) where ended_at is null`.execute(db);
  await sql`grant select, insert, update on sessions to touchline_app`.execute(db);
  // Sessions now end one by one.
  await sql`alter table users drop column session_generation`.execute(db);
  // Unlogged: counts may be lost in a crash, and a refusal must not wait for the disk.
  await sql`
    create unlogged table tries (
      key bytea primary key check (length(key) = 32),
      count integer not null,
      since timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index tries_ends_at on tries (ends_at)`.execute(db);
  await sql`grant select, insert, update, delete on tries to touchline_app`.execute(db);
}

async function ownSettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column odds_format text not null default 'decimal' check (odds_format in ('decimal', 'fractional', 'american')),
      add column odds_policy text not null default 'none' check (odds_policy in ('none', 'better', 'any')),
      add column totp_sealed text,
      add column totp_since timestamptz,
      add column totp_step bigint not null default 0`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users,
      code_hash bytea not null check (length(code_hash) = 32),
      created_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`grant select, insert, update on recovery_codes to touchline_app`.execute(db);
}
