import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      wallet_id uuid not null unique,
      email text not null unique check (email = lower(email)),
      name text not null,
      role text not null check (role in ('bettor', 'admin', 'auditor')),
      password_hash text not null,
      email_verified_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table email_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      user_id uuid not null references users,
      purpose text not null check (purpose in ('verify', 'reset')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index email_tokens_user on email_tokens (user_id, purpose)`.execute(db);
  await sql`grant select, insert, update on users, email_tokens to touchline_app`.execute(db);
}
