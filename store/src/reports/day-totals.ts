import { several, withoutBet } from '@touchline/core/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { settledSeq } from '../ledger/settled-seq.ts';

/** Selects the kind of an event `e`: its type, and for a rollback also what it reverses. */
export const kindOfEvent = sql<string>`
  case when e.type = 'SettlementRolledBack' then concat(e.type, '/', e.payload ->> 'reverses') else e.type end`;

const ofAll = (column: string) => sql`
  case when min(${sql.ref(column)}) is null then ${sql.lit(withoutBet)}
    when min(${sql.ref(column)}) = max(${sql.ref(column)}) then min(${sql.ref(column)})
    else ${sql.lit(several)} end`;

/** Selects the `league` and `market` of the bet of an event `e`. */
export const betOfEvent = sql`
  select ${ofAll('m.league_key')} as league, ${ofAll('b.market')} as market
  from bet_legs b join matches m on m.id = b.match_id
  where b.bet_id = case when e.payload ->> 'betId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (e.payload ->> 'betId')::uuid end`;

/** Selects the totals of the entries of the events `e` that meet `condition`, by day, kind, league, market and account. */
export const entryTotals = (condition: RawBuilder<unknown>) => sql`
  select counted.day, kind, league, market, l.account, sum(l.amount)::bigint as amount
  from (
    select e.seq, (e.recorded_at at time zone 'UTC')::date as day, ${kindOfEvent} as kind, bet.league, bet.market
    from ledger_events e cross join lateral (${betOfEvent}) bet
    where ${condition}
    offset 0
  ) counted join ledger_entries l on l.seq = counted.seq
  group by counted.day, kind, league, market, l.account`;

/** Up to which `seq` the daily totals count. */
export async function readProgress(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0)::bigint as seq from day_totals_progress`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** How many events one transaction counts. */
const chunk = 20_000;

/**
 * Counts events into the daily totals that are not in them yet, and returns whether all are. Each event is counted once, on the day
 * on which it was recorded.
 */
export async function countDayTotals(db: Db): Promise<boolean> {
  // Settled before the transaction begins, so that it sees all of them.
  const last = await settledSeq(db);
  if (last === undefined) return false;
  return db.transaction().execute(async (trx) => {
    const lock = sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(hashtext('day totals')) as "isFree"`;
    if (!(await lock.execute(trx)).rows[0]?.isFree) return false;
    const from = await readProgress(trx);
    if (from >= last) return true;
    const { rows } = await sql<{ upTo: number }>`
      select coalesce(
        (select seq from ledger_events where seq > ${from} and seq <= ${last} order by seq offset ${chunk - 1} limit 1),
        ${last}
      )::bigint as "upTo"`.execute(trx);
    const upTo = rows[0]?.upTo ?? last;
    const range = sql`e.seq > ${from} and e.seq <= ${upTo}`;
    await sql`
      insert into ledger_day_totals (day, kind, league, market, account, amount) ${entryTotals(range)}
      on conflict (day, kind, league, market, account)
      do update set amount = ledger_day_totals.amount + excluded.amount`.execute(trx);
    await sql`
      insert into ledger_days (day, first_seq, last_seq)
      select (e.recorded_at at time zone 'UTC')::date, min(e.seq), max(e.seq) from ledger_events e where ${range} group by 1
      on conflict (day) do update set first_seq = least(ledger_days.first_seq, excluded.first_seq),
        last_seq = greatest(ledger_days.last_seq, excluded.last_seq)`.execute(trx);
    await sql`
      insert into day_totals_progress (seq) values (${upTo})
      on conflict (is_only) do update set seq = excluded.seq`.execute(trx);
    return upTo >= last;
  });
}
