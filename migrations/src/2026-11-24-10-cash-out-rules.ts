import { type Kysely, sql } from 'kysely';

/** Bets that are cashed out by themselves once they are worth enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cash_out_rules (
      bet_id uuid primary key,
      id uuid not null unique,
      user_id uuid not null,
      target bigint not null check (target > 0),
      set_at timestamptz not null default now()
    )`.execute(db);
  await sql`insert into event_writers values ('CashedOut', 'touchline_worker', ${['system:cash-out']})`.execute(db);
}
