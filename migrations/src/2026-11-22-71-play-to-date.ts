import { type Kysely, sql } from 'kysely';

/**
 * What a wallet has staked, lost and been promised since its first event, kept with each event. The sum over a period is the
 * difference of two rows, however many lie between them. Not part of the hashed form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_events
      add column staked_to_date bigint not null default 0,
      add column lost_to_date bigint not null default 0,
      add column promised_to_date bigint not null default 0`.execute(db);
  // aged_*: a part of *_to_date that is at least 24 hours old, to see without a search that a day's limit is far away.
  await sql`
    alter table wallets
      add column staked_to_date bigint not null default 0,
      add column lost_to_date bigint not null default 0,
      add column promised_to_date bigint not null default 0,
      add column aged_staked bigint not null default 0,
      add column aged_promised bigint not null default 0`.execute(db);
  await sql`alter table ledger_events disable trigger append_only`.execute(db);
  await sql`
    update ledger_events e
    set staked_to_date = t.staked, lost_to_date = t.lost, promised_to_date = coalesce(t.promised, 0)
    from (
      select p.wallet_id, p.version, sum(p.staked) over w as staked, sum(p.lost) over w as lost,
        sum(p.promised) over w as promised
      from (
        select l.wallet_id, l.version,
          case l.type when 'StakeTaken' then l.amount when 'BetRejected' then -l.amount else 0 end as staked,
          case l.type
            when 'StakeLost' then l.amount
            when 'WinningsPaid' then (l.payload ->> 'stake')::bigint - l.amount
            when 'SettlementRolledBack' then
              case l.payload ->> 'reverses'
                when 'StakeLost' then -(l.payload ->> 'stake')::bigint
                when 'WinningsPaid' then l.amount - (l.payload ->> 'stake')::bigint
                else 0
              end
            else 0
          end as lost,
          case l.type when 'StakeTaken' then b.potential_payout when 'BetRejected' then -b.potential_payout else 0 end
            as promised
        from ledger_events l
        left join bets b on l.type in ('StakeTaken', 'BetRejected') and b.id = (l.payload ->> 'betId')::uuid
      ) p
      window w as (partition by p.wallet_id order by p.version)
    ) t
    where e.wallet_id = t.wallet_id and e.version = t.version
      and (t.staked, t.lost, coalesce(t.promised, 0)) is distinct from (0, 0, 0)`.execute(db);
  await sql`alter table ledger_events enable trigger append_only`.execute(db);
  await sql`
    update wallets w
    set staked_to_date = e.staked_to_date, lost_to_date = e.lost_to_date, promised_to_date = e.promised_to_date
    from ledger_events e where e.wallet_id = w.wallet_id and e.version = w.version`.execute(db);
}
