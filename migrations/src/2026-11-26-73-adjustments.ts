import { type Kysely, sql } from 'kysely';

/** Adjustments of balances: what an admin requested, and what another one decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A decision repeats what it decides, so that each row says by itself what its admin agreed to.
  await sql`
    create table adjustment_steps (
      number bigint generated always as identity primary key,
      adjustment_id uuid not null,
      step text not null check (step in ('requested', 'approved', 'declined')),
      wallet_id uuid not null references wallets,
      amount bigint not null check (amount <> 0),
      cause text not null,
      admin uuid not null,
      at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create unique index adjustment_steps_once on adjustment_steps (adjustment_id, (step = 'requested'))`.execute(db);
  await sql`create index adjustment_steps_of_wallet on adjustment_steps (wallet_id, number)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on adjustment_steps
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create function require_request() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if not exists (
        select from adjustment_steps r
        where r.adjustment_id = new.adjustment_id and r.step = 'requested' and r.wallet_id = new.wallet_id
          and r.amount = new.amount and r.cause = new.cause and (new.step = 'declined' or r.admin <> new.admin))
      then
        raise exception 'An adjustment is approved as it was requested, by another admin'
          using errcode = 'foreign_key_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger step_request after insert on adjustment_steps
    for each row when (new.step <> 'requested') execute function require_request()`.execute(db);
}
