import { type Kysely, sql } from 'kysely';

/** What the house gives back of its own accord, and whom it plays with no longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One for a deposit that goes back; the refunds that the provider was asked for by anybody else are not here.
  await sql`
    create table deposit_refunds (
      transaction_id uuid primary key references transactions (id),
      round integer not null default 1 check (round > 0),
      state text not null check (state in ('waiting', 'asked', 'refunded', 'failed')),
      refund_id text,
      tries integer not null default 0 check (tries >= 0),
      wanted_at timestamptz not null,
      next_at timestamptz not null
    )`.execute(db);
  await sql`
    create index deposit_refunds_due on deposit_refunds (next_at) where state in ('waiting', 'asked')`.execute(db);
  await sql`grant select, insert, update on deposit_refunds to touchline_app`.execute(db);

  await sql`
    create table operator_exclusions (
      id bigint generated always as identity primary key,
      wallet_id uuid not null,
      act text not null check (act in ('begun', 'lifted')),
      cause text not null check (cause in ('request', 'responsible-gambling', 'fraud')),
      reason text not null,
      since timestamptz not null,
      until timestamptz,
      admin uuid not null,
      check (until > since)
    )`.execute(db);
  await sql`create index operator_exclusions_newest on operator_exclusions (wallet_id, id)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on operator_exclusions
    for each statement execute function refuse_change()`.execute(db);
  await sql`grant select, insert on operator_exclusions to touchline_app`.execute(db);
}
