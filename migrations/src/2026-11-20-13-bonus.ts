import { type Kysely, sql } from 'kysely';

/** The welcome bonus of a wallet: what it was granted on, and how far it has come. Its money is in the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bonuses (
      id uuid primary key,
      wallet_id uuid not null unique,
      version integer not null check (version > 0),
      status text not null check (status in ('active', 'converted', 'forfeited', 'expired')),
      percent integer not null check (percent > 0),
      maximum bigint not null check (maximum > 0),
      wagering integer not null check (wagering > 0),
      min_total_odds numeric not null,
      days integer not null check (days > 0),
      granted bigint not null check (granted > 0),
      to_wager bigint not null check (to_wager > 0),
      wagered bigint not null check (wagered between 0 and to_wager),
      on_bets bigint not null check (on_bets >= 0),
      granted_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      check ((status = 'active') = (ended_at is null)),
      check (status <> 'converted' or wagered = to_wager)
    )`.execute(db);
  await sql`create index bonuses_running on bonuses (expires_at) where status = 'active'`.execute(db);
  await sql`grant select, insert on bonuses to touchline_app`.execute(db);
  // What a bonus was granted on never changes.
  await sql`grant update (version, status, wagered, on_bets, ended_at) on bonuses to touchline_app`.execute(db);
  await sql`
    alter table bets add column bonus_stake bigint not null default 0
    check (bonus_stake between 0 and stake)`.execute(db);
}
