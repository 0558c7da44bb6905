import { type Kysely, sql } from 'kysely';

/** A role for each kind of process, and who may write which ledger events. What they may do with tables is in `grants.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await roles(db);
  await eventWriters(db);
  await eventSources(db);
  await safeFunctions(db);
}

const added = ['touchline_api', 'touchline_worker', 'touchline_audit'] as const;

async function roles(db: Kysely<unknown>): Promise<void> {
  for (const role of added) {
    await sql`
      do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(role)}) then
          begin
            create role ${sql.id(role)} nologin;
          exception when duplicate_object or unique_violation then null; -- another database of the same server was first
          end;
        end if;
      end $$`.execute(db);
    await sql`grant usage on schema public to ${sql.id(role)}`.execute(db);
  }
  // A login of before, shared by api and worker, keeps the rights of both.
  await sql`select pg_advisory_xact_lock(hashtext('touchline login'))`.execute(db);
  await sql`
    do $$ begin
      if not pg_has_role('touchline_app', 'touchline_api', 'member') then
        grant touchline_api, touchline_worker to touchline_app;
      end if;
    end $$`.execute(db);
  await sql`revoke execute on function erase_from_logs, forget_access_log, forget_price_changes from touchline_app`.execute(
    db,
  );
  await sql`grant execute on function erase_from_logs to touchline_api`.execute(db);
  await sql`grant execute on function forget_access_log, forget_price_changes to touchline_worker`.execute(db);
}

/** The beginnings of the actors for which each role writes an event. `AdjustmentMade` is the owner's alone. */
const writers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  touchline_api: {
    StakeTaken: ['user:'],
    WithdrawalRequested: ['user:'],
    WithdrawalPaid: ['admin:'],
    WithdrawalReleased: ['admin:', 'user:'],
    DepositCredited: ['system:payments', 'admin:'],
    DepositReversed: ['system:payments'],
    BonusGranted: ['system:payments', 'admin:'],
    BonusTakenBack: ['system:payments'],
    BonusForfeited: ['user:', 'system:payments'],
  },
  touchline_worker: {
    BetAccepted: ['system:acceptance'],
    BetRejected: ['system:acceptance'],
    WinningsPaid: ['system:results', 'admin:'],
    StakeLost: ['system:results', 'admin:'],
    StakeRefunded: ['system:results', 'admin:'],
    SettlementRolledBack: ['system:results', 'admin:'],
    BonusConverted: ['system:results', 'admin:'],
    DepositCredited: ['system:payments'],
    DepositReversed: ['system:payments'],
    BonusGranted: ['system:payments'],
    BonusTakenBack: ['system:payments'],
    BonusForfeited: ['system:bonus', 'system:payments'],
  },
};

async function eventWriters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_writers (
      event_type text not null,
      role name not null,
      actors text[] not null,
      primary key (event_type, role)
    )`.execute(db);
  for (const [role, events] of Object.entries(writers)) {
    for (const [type, actors] of Object.entries(events)) {
      await sql`insert into event_writers values (${type}, ${role}, ${actors})`.execute(db);
    }
  }
  // Not `security definer`: `current_user` is the role that inserts.
  await sql`
    create function refuse_foreign_events() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    declare foreign_event record;
    begin
      select e.type, e.actor into foreign_event from inserted e
      where not exists (
        select from event_writers w
        where w.event_type = e.type and pg_has_role(current_user, w.role, 'usage') and e.actor ^@ any (w.actors))
      limit 1;
      if found and not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
        raise exception '% may not write % events of the actor %', current_user, foreign_event.type, foreign_event.actor
          using errcode = 'insufficient_privilege';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger event_writer after insert on ledger_events
    referencing new table as inserted for each statement execute function refuse_foreign_events()`.execute(db);
  await sql`alter table ledger_events enable always trigger event_writer`.execute(db);
}

/** At the commit, a credited deposit has its completed transaction and a granted bonus its grant. */
async function eventSources(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function require_source() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return null; end if;
      if new.type = 'DepositCredited' and not exists (
        select from transactions t
        where t.id = (new.payload ->> 'transactionId')::uuid and t.wallet_id = new.wallet_id and t.type = 'deposit'
          and t.status = 'completed' and t.amount = new.amount
          and new.key = 'deposit:' || t.provider_payment_id || ':paid')
      then
        raise exception 'DepositCredited needs a completed deposit of the same wallet, payment and amount'
          using errcode = 'foreign_key_violation';
      end if;
      if new.type = 'BonusGranted' and not exists (
        select from bonuses b
        where b.id = (new.payload ->> 'bonusId')::uuid and b.wallet_id = new.wallet_id and b.granted = new.amount
          and new.key = 'bonus:' || b.id || ':granted')
      then
        raise exception 'BonusGranted needs a bonus of the same wallet and amount' using errcode = 'foreign_key_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger event_source after insert on ledger_events deferrable initially deferred
    for each row when (new.type in ('DepositCredited', 'BonusGranted')) execute function require_source()`.execute(db);
  await sql`alter table ledger_events enable always trigger event_source`.execute(db);
}

/** A caller must not replace a function or table that a trigger uses by one of its own. */
async function safeFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ declare name regprocedure; begin
      for name in select oid from pg_proc where pronamespace = 'public'::regnamespace and proconfig is null and prorettype = 'trigger'::regtype
      loop execute format('alter function %s set search_path = pg_catalog, public, pg_temp', name); end loop;
    end $$`.execute(db);
}
