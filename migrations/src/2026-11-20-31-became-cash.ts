import { type Kysely, sql } from 'kysely';

/**
 * What of a bonus became cash, with what its open bets brought afterwards, and what of it was taken back: a chargeback takes back all
 * of it. Until now the ledger alone said what had become cash at once, and nothing what came later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bonuses add column converted bigint not null default 0,
      add column taken_back bigint not null default 0 check (taken_back >= 0)`.execute(db);
  await sql`grant update (converted, taken_back) on bonuses to touchline_app`.execute(db);
  // Only bonuses that became cash are looked up, each in the events of its wallet.
  await sql`
    update bonuses b set
      converted = coalesce((
        select e.amount from ledger_events e where e.wallet_id = b.wallet_id and e.key = 'bonus:' || b.id || ':converted'
      ), 0) + coalesce((
        select sum(e.amount * bet.bonus_stake / bet.stake) from ledger_events e
        join bets bet on bet.id = (e.payload ->> 'betId')::uuid and e.key = 'settle:' || bet.id || ':' || bet.settlement
        where e.wallet_id = b.wallet_id and e.type in ('WinningsPaid', 'StakeRefunded') and bet.status in ('won', 'void')
          and bet.bonus_stake > 0 and e.payload -> 'toBonus' is null and e.payload -> 'forfeited' is null
      ), 0),
      taken_back = coalesce((
        select sum(e.amount) from ledger_events e where e.wallet_id = b.wallet_id and e.type = 'BonusTakenBack'
      ), 0)
    where b.status = 'converted'`.execute(db);
}
