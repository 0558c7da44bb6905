import { type Kysely, sql } from 'kysely';

/** Passkeys of accounts, and the challenges that wait for their answer: of a log-in (no user yet) or of a new passkey (its user). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users,
      name text not null check (length(name) between 1 and 60),
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null check (counter >= 0),
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_of_user on passkeys (user_id)`.execute(db);
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key check (length(challenge_hash) = 32),
      user_id uuid references users,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index passkey_challenges_expire on passkey_challenges (expires_at)`.execute(db);
  await sql`create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null`.execute(
    db,
  );
  await sql`grant select, insert, delete on passkeys to touchline_app`.execute(db);
  await sql`grant select, insert, update, delete on passkey_challenges to touchline_app`.execute(db);
  await sql`grant update (counter, used_at) on passkeys to touchline_app`.execute(db);
}
