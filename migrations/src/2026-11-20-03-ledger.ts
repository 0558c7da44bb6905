import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence ledger_seq as bigint`.execute(db);
  await sql`
    create table wallets (
      wallet_id uuid primary key,
      cash bigint not null default 0,
      held bigint not null default 0 check (held >= 0),
      bonus bigint not null default 0 check (bonus >= 0),
      staked bigint not null default 0 check (staked >= 0),
      version integer not null default 0 check (version >= 0),
      head_hash bytea not null default decode(repeat('00', 32), 'hex') check (length(head_hash) = 32),
      recorded_at timestamptz not null default '-infinity'
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create table ledger_events (
      seq bigint not null unique,
      wallet_id uuid not null,
      version integer not null check (version > 0),
      type text not null,
      amount bigint not null,
      payload jsonb not null,
      key text not null,
      request bytea not null check (length(request) = 32),
      actor text not null,
      cause text not null,
      effective_at timestamptz not null,
      recorded_at timestamptz not null,
      prev_hash bytea not null check (length(prev_hash) = 32),
      hash bytea not null check (length(hash) = 32),
      primary key (wallet_id, version),
      unique (wallet_id, key)
    )`.execute(db);
  await sql`
    create table ledger_entries (
      seq bigint not null,
      leg smallint not null,
      account text not null check (account in (
        'player:cash', 'player:held', 'player:bonus', 'player:staked',
        'provider:clearing', 'house:result', 'house:bonus', 'payouts:clearing')),
      wallet_id uuid not null,
      amount bigint not null check (amount <> 0),
      balance_after bigint check ((balance_after is not null) = (account like 'player:%')),
      primary key (seq, leg)
    )`.execute(db);

  for (const table of ['ledger_events', 'ledger_entries']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  await sql`
    create function check_entries_balance() returns trigger language plpgsql as $$
    declare wrong bigint;
    begin
      select seq into wrong from inserted group by seq having sum(amount) <> 0 limit 1;
      if found then
        raise exception 'the entries of ledger event % do not sum to zero', wrong using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger entries_balance after insert on ledger_entries
    referencing new table as inserted for each statement execute function check_entries_balance()`.execute(db);

  await sql`grant usage on sequence ledger_seq to touchline_app`.execute(db);
  await sql`grant select, insert on ledger_events, ledger_entries to touchline_app`.execute(db);
  await sql`grant select, insert, update on wallets to touchline_app`.execute(db);
}
