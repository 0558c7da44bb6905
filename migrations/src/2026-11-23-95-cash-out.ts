import { type Kysely, sql } from 'kysely';

/** Bettors cash out open bets, or parts of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bets
      add column cashed_stake bigint not null default 0,
      add column cashed_paid bigint not null default 0,
      drop constraint bets_status_check,
      add constraint bets_status_check check (status in ('pending', 'won', 'lost', 'void', 'cashed-out')),
      add constraint bets_cashed_out check (
        cashed_stake between 0 and stake and (status = 'cashed-out') = (cashed_stake = stake))`.execute(db);
  await sql`insert into event_writers values ('CashedOut', 'touchline_api', ${['user:']})`.execute(db);
  await sql`create index ledger_events_cash_outs on ledger_events ((payload ->> 'betId')) where type = 'CashedOut'`.execute(
    db,
  );
  // The api changes a bet in this one way.
  await sql`
    create function only_cash_out() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if pg_has_role(current_user, 'touchline_worker', 'usage')
        or pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return new; end if;
      if old.status = 'pending' and new.status in ('pending', 'cashed-out') and new.cashed_stake > old.cashed_stake
        and (new.payout is null or new.payout = new.cashed_paid) then return new; end if;
      raise exception '% may change a bet only by cashing it out', current_user using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger only_cash_out before update on bets for each row execute function only_cash_out()`.execute(db);
  await sql`alter table bets enable always trigger only_cash_out`.execute(db);
  // At the commit, the bet of a cash-out has the same wallet and could have paid as much.
  await sql`
    create function require_cashed_bet() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return null; end if;
      if not exists (
        select from bets b
        where b.id = (new.payload ->> 'betId')::uuid and b.wallet_id = new.wallet_id
          and b.cashed_stake >= (new.payload ->> 'stake')::bigint and b.cashed_paid >= new.amount
          and new.amount <= floor((new.payload ->> 'stake')::bigint * b.total_odds))
      then
        raise exception 'CashedOut needs a bet of the same wallet that was cashed out and could have paid it'
          using errcode = 'foreign_key_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger cash_out_source after insert on ledger_events deferrable initially deferred
    for each row when (new.type = 'CashedOut') execute function require_cashed_bet()`.execute(db);
  await sql`alter table ledger_events enable always trigger cash_out_source`.execute(db);
}
