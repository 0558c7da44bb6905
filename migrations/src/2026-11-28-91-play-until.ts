import { type Kysely, sql } from 'kysely';

/**
 * What a wallet had staked, lost and been promised until a moment, as it stands now. The play of a period is a difference of it. The
 * rejection of a bet, another price at its acceptance, and the rollback of a settlement change the totals at their own moment, which
 * may be in another period: counted alone, they would be a negative stake or a win.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index bets_judged on bets (wallet_id, (coalesce(accepted_at, settled_at)), placed_at)
    where acceptance in ('accepted', 'rejected')`.execute(db);
  await sql`
    create index ledger_events_rollbacks on ledger_events (wallet_id, recorded_at)
    where type = 'SettlementRolledBack'`.execute(db);
  await playChangedAfter(db);
  await sql`
    create function play_until(wallet uuid, moment timestamptz, out staked bigint, out lost bigint, out promised bigint)
    language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
    declare
      last integer := first_version_after(wallet, moment) - 1;
    begin
      select coalesce(e.staked_to_date, 0) + c.staked, coalesce(e.lost_to_date, 0) + c.lost,
        coalesce(e.promised_to_date, 0) + c.promised
      into staked, lost, promised
      from play_changed_after(wallet, moment) c
      left join lateral (
        select * from ledger_events where wallet_id = wallet and version >= last order by version limit 1
      ) e on last > 0;
    end $$`.execute(db);
  // They may have been read while a bet awaited acceptance. Where they matter, they are read again.
  await sql`
    update wallets set aged_staked = 0, aged_promised = 0 where aged_staked <> 0 or aged_promised <> 0`.execute(db);
}

/**
 * What events after a moment change of the play before it. A bet awaits acceptance for minutes, or until a worker runs again: a day keeps
 * the search short. Times of bets are whole milliseconds.
 * A session that planned it while there were few bets must not read all of them later.
 */
async function playChangedAfter(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function play_changed_after(wallet uuid, moment timestamptz, out staked bigint, out lost bigint, out promised bigint)
    language plpgsql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
    begin
      select coalesce(sum(later.staked_to_date - previous.staked_to_date), 0),
        coalesce(sum(later.lost_to_date - previous.lost_to_date), 0),
        coalesce(sum(later.promised_to_date - previous.promised_to_date), 0)
      into staked, lost, promised
      from (
        select 'judge:' || b.id as key, 'stake:' || b.id as changed
        from bets b
        where b.wallet_id = wallet and b.acceptance in ('accepted', 'rejected') and b.placed_at <= moment
          and coalesce(b.accepted_at, b.settled_at)
            between date_trunc('milliseconds', moment) and moment + interval '24 hours'
        union all
        select r.key, replace(r.key, 'rollback:', 'settle:')
        from ledger_events r
        where r.wallet_id = wallet and r.type = 'SettlementRolledBack' and r.recorded_at > moment
      ) change
      cross join lateral (
        select * from ledger_events e where e.wallet_id = wallet and e.key = change.key limit 1
      ) later
      cross join lateral (
        select e.recorded_at from ledger_events e where e.wallet_id = wallet and e.key = change.changed limit 1
      ) earlier
      cross join lateral (
        select * from ledger_events e where e.wallet_id = wallet and e.version >= later.version - 1 order by e.version limit 1
      ) previous
      where later.recorded_at > moment and earlier.recorded_at <= moment;
    end $$`.execute(db);
}
