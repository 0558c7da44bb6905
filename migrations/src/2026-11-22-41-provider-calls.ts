import { type Kysely, sql } from 'kysely';

/** When the payment provider was asked about each payment, what is still to be asked, and whether it can be asked at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_checks (
      transaction_id uuid primary key,
      wallet_id uuid not null,
      asked_at timestamptz not null,
      window_at timestamptz not null,
      asked integer not null check (asked >= 0),
      owed_since timestamptz
    )`.execute(db);
  await sql`create index payment_checks_of_wallet on payment_checks (wallet_id, window_at)`.execute(db);
  await sql`create index payment_checks_owed on payment_checks (owed_since) where owed_since is not null`.execute(db);
  await sql`grant select, insert, update, delete on payment_checks to touchline_app`.execute(db);
  await sql`
    create table provider_gates (
      provider text primary key,
      minute_at timestamptz not null,
      calls integer not null check (calls >= 0),
      failures integer not null default 0 check (failures >= 0),
      openings integer not null default 0 check (openings >= 0),
      open_until timestamptz,
      problem text
    )`.execute(db);
  await sql`grant select, insert, update on provider_gates to touchline_app`.execute(db);
}
