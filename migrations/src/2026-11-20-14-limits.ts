import { type Kysely, sql } from 'kysely';

/** What bettors forbid themselves: limits, time-outs and self-exclusion. Every change is a row of its own, for auditors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table limit_changes (
      id bigint generated always as identity primary key,
      wallet_id uuid not null,
      kind text not null check (kind in ('deposit', 'stake', 'loss')),
      period text not null check (period in ('day', 'week', 'month')),
      before_amount bigint check (before_amount >= 0),
      amount bigint check (amount >= 0),
      from_at timestamptz not null,
      set_at timestamptz not null,
      actor text not null,
      check (from_at >= set_at)
    )`.execute(db);
  await sql`create index limit_changes_newest on limit_changes (wallet_id, kind, period, id)`.execute(db);
  await sql`
    create table exclusions (
      id bigint generated always as identity primary key,
      wallet_id uuid not null,
      kind text not null check (kind in ('time-out', 'self-exclusion')),
      since timestamptz not null,
      until timestamptz,
      actor text not null,
      check (until > since),
      check (until is not null or kind = 'self-exclusion')
    )`.execute(db);
  await sql`create index exclusions_newest on exclusions (wallet_id, id)`.execute(db);
  await sql`
    create table reality_checks (
      id bigint generated always as identity primary key,
      wallet_id uuid not null,
      minutes integer check (minutes between 5 and 240),
      set_at timestamptz not null,
      actor text not null
    )`.execute(db);
  await sql`create index reality_checks_newest on reality_checks (wallet_id, id)`.execute(db);
  // Whose bets have to be looked at: everybody else's cost one look into this.
  await sql`create table restricted_wallets (wallet_id uuid primary key, since timestamptz not null)`.execute(db);
  for (const table of ['limit_changes', 'exclusions', 'reality_checks', 'restricted_wallets']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  await sql`
    grant select, insert on limit_changes, exclusions, reality_checks, restricted_wallets to touchline_app`.execute(db);
  // As the slip does it for guests, until the bettor says otherwise.
  await sql`alter table users alter column odds_policy set default 'better'`.execute(db);
  await firstVersionAfter(db);
}

/** A wallet's time never runs backwards, so where a period begins is found by halving. */
async function firstVersionAfter(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function first_version_after(wallet uuid, moment timestamptz) returns integer language plpgsql stable as $$
    declare
      low integer := 1;
      high integer;
      middle integer;
      recorded timestamptz;
    begin
      select coalesce(max(version), 0) + 1 into high from ledger_events where wallet_id = wallet;
      while low < high loop
        middle := (low + high) / 2;
        select recorded_at into recorded from ledger_events where wallet_id = wallet and version = middle;
        if recorded > moment then high := middle; else low := middle + 1; end if;
      end loop;
      return low;
    end $$`.execute(db);
}
