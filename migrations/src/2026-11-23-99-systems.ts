import { type Kysely, sql } from 'kysely';

/** Bets can have several lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bets add column system jsonb`.execute(db);
  // The total odds of several lines are their sum, so a part of the stake is compared with its part of the payout.
  await sql`
    create or replace function require_cashed_bet() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return null; end if;
      if not exists (
        select from bets b
        where b.id = (new.payload ->> 'betId')::uuid and b.wallet_id = new.wallet_id
          and b.cashed_stake >= (new.payload ->> 'stake')::bigint and b.cashed_paid >= new.amount
          and new.amount * b.stake::numeric <= (b.potential_payout + 1) * (new.payload ->> 'stake')::numeric)
      then
        raise exception 'CashedOut needs a bet of the same wallet that was cashed out and could have paid it'
          using errcode = 'foreign_key_violation';
      end if;
      return null;
    end $$`.execute(db);
}
