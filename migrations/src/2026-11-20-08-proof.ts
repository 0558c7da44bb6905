import { type Kysely, sql } from 'kysely';

/** What an auditor proves with: signed checkpoints of all wallets, runs of the verification, and who looked at whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_checkpoints (
      number integer primary key check (number > 0),
      taken_at timestamptz not null,
      wallets integer not null,
      events bigint not null,
      cash bigint not null,
      held bigint not null,
      bonus bigint not null,
      staked bigint not null,
      root bytea not null check (length(root) = 32),
      previous bytea not null check (length(previous) = 32),
      public_key bytea not null,
      signature bytea not null check (length(signature) = 64)
    )`.execute(db);
  // Only the wallets that moved since the checkpoint before: a wallet's leaf stands until the next one.
  await sql`
    create table ledger_checkpoint_heads (
      wallet_id uuid not null,
      number integer not null,
      version integer not null,
      leaf bytea not null check (length(leaf) = 32),
      primary key (wallet_id, number)
    )`.execute(db);
  await sql`
    create table access_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      user_id uuid not null,
      role text not null,
      action text not null,
      wallet_id uuid,
      request text not null
    )`.execute(db);
  await sql`create index access_log_of_wallet on access_log (wallet_id, id) where wallet_id is not null`.execute(db);
  for (const table of ['ledger_checkpoints', 'ledger_checkpoint_heads', 'access_log']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  await sql`
    create table ledger_verifications (
      id uuid primary key,
      requested_by uuid,
      requested_at timestamptz not null default clock_timestamp(),
      started_at timestamptz,
      finished_at timestamptz,
      state text not null check (state in ('waiting', 'running', 'passed', 'failed', 'broken')),
      events_done bigint not null default 0,
      events_total bigint not null default 0,
      report jsonb
    )`.execute(db);
  await sql`create index ledger_verifications_newest on ledger_verifications (requested_at)`.execute(db);
  await sql`grant select, insert on ledger_checkpoints, ledger_checkpoint_heads, access_log to touchline_app`.execute(
    db,
  );
  await sql`grant select, insert, update on ledger_verifications to touchline_app`.execute(db);
}
