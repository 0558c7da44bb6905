import { type Kysely, sql } from 'kysely';

/** What auditors keep for themselves, and the daily totals of entries that reports are made of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_filters (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      name text not null check (length(name) between 1 and 60),
      search text not null check (length(search) <= 1000),
      saved_at timestamptz not null default clock_timestamp(),
      unique (user_id, name)
    )`.execute(db);

  // Projections of the ledger up to `day_totals_progress`: both can be emptied together with it and are then made again.
  await sql`
    create table ledger_day_totals (
      day date not null,
      kind text not null,
      league text not null,
      market text not null,
      account text not null,
      amount bigint not null,
      primary key (day, kind, league, market, account)
    )`.execute(db);
  await sql`
    create table ledger_days (
      day date primary key,
      first_seq bigint not null,
      last_seq bigint not null check (last_seq >= first_seq)
    )`.execute(db);
  await sql`
    create table day_totals_progress (is_only boolean primary key default true check (is_only), seq bigint not null)`.execute(
    db,
  );

  await sql`grant select, insert, update, delete on saved_filters to touchline_app`.execute(db);
  await sql`grant select, insert, update on ledger_day_totals, ledger_days, day_totals_progress to touchline_app`.execute(
    db,
  );
}
