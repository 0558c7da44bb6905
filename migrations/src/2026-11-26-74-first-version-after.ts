import { type Kysely, sql } from 'kysely';

/**
 * Makes `first_version_after` search by the index of a wallet's versions. With `version = middle`, a planner without statistics could
 * choose the index of its keys, and each step then read all events of the wallet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function first_version_after(wallet uuid, moment timestamptz) returns integer language plpgsql stable
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      low integer := 1;
      high integer;
      middle integer;
      recorded timestamptz;
    begin
      select coalesce(max(version), 0) + 1 into high from ledger_events where wallet_id = wallet;
      while low < high loop
        middle := (low + high) / 2;
        select recorded_at into recorded from ledger_events
        where wallet_id = wallet and version >= middle order by version limit 1;
        if recorded > moment then high := middle; else low := middle + 1; end if;
      end loop;
      return low;
    end $$`.execute(db);
}
