import { type Kysely, sql } from 'kysely';

/** Bets that their bettors show to anyone who has the link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_bets (
      code text primary key check (code ~ '^[A-HJ-NP-Z2-9]{10}$'),
      bet_id uuid not null unique,
      user_id uuid not null,
      shows_stake boolean not null,
      shared_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index shared_bets_age on shared_bets (shared_at)`.execute(db);
  await sql`create index shared_bets_of_user on shared_bets (user_id)`.execute(db);
}
