import type { RevenueGroup } from '@touchline/core/contract';
import { type Cents, cents } from '@touchline/core/money';
import { type Balances, type EntryTotal, type PeriodReport, reportPeriod } from '@touchline/core/reports';
import type { Account } from '@touchline/core/wallet';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { entryTotals, readProgress } from './day-totals.ts';

/** ISO 8601 in UTC with six decimals. By the time recorded; `to` is exclusive. */
export type Period = { readonly from: string; readonly to: string };
type ReadPeriod = Period & { readonly by: RevenueGroup; readonly unit: 'day' | 'month' };

/** Events that are not in the daily totals yet are read one by one: so many numbers at most. */
const mostUncounted = 200_000;

/**
 * Returns a period report. Whole days come from the daily totals; the rest of a first and a last day, and what is not counted
 * yet, from the events. All of it is read in one snapshot. `not-ready`: too much is not counted yet.
 */
export const readPeriod = (db: Db, period: ReadPeriod): Promise<(PeriodReport & { opening: Balances }) | 'not-ready'> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const counted = await readProgress(trx);
      const newest = await sql<{ seq: number }>`select coalesce(max(seq), 0)::bigint as seq from ledger_events`.execute(
        trx,
      );
      if ((newest.rows[0]?.seq ?? 0) - counted > mostUncounted) return 'not-ready';
      const opening = await readOpening(trx, period.from, counted);
      const totals = await readTotals(trx, period, counted);
      return { opening, ...reportPeriod(opening, totals) };
    });

const midnight = (moment: string): string => `${moment.slice(0, 10)}T00:00:00.000000Z`;
const dayAfter = (moment: string): string =>
  new Date(Date.parse(midnight(moment)) + 86_400_000).toISOString().replace('Z', '000Z');

async function readOpening(db: Db, from: string, counted: number): Promise<Balances> {
  const parts = [
    sql`select account, amount from ledger_day_totals where day < ${from.slice(0, 10)}::date`,
    ...[partOfDay({ from: midnight(from), to: from }, counted), uncounted({ from: beginning, to: from }, counted)].map(
      (part) => sql`select account, amount from (${part}) part`,
    ),
  ];
  const { rows } = await sql<{ account: Account; amount: Cents }>`
    select account, sum(amount)::bigint as amount from (${sql.join(parts, sql` union all `)}) parts
    group by account`.execute(db);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, cents(amount)]));
}

const beginning = '0001-01-01T00:00:00.000000Z';

async function readTotals(db: Db, { from, to, by, unit }: ReadPeriod, counted: number): Promise<readonly EntryTotal[]> {
  const firstDay = from === midnight(from) ? from : dayAfter(from);
  const lastDay = midnight(to);
  const hasWholeDays = firstDay <= lastDay;
  const parts = [
    uncounted({ from, to }, counted),
    ...(hasWholeDays
      ? [
          sql`select * from ledger_day_totals
            where day >= ${firstDay.slice(0, 10)}::date and day < ${lastDay.slice(0, 10)}::date`,
          partOfDay({ from, to: firstDay }, counted),
          partOfDay({ from: lastDay, to }, counted),
        ]
      : [partOfDay({ from, to }, counted)]),
  ];
  const group = {
    day: sql`to_char(day, ${unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'})`,
    league: sql`league`,
    market: sql`market`,
  };
  const columns = sql`day, kind, league, market, account, amount`;
  const { rows } = await sql<EntryTotal>`
    select ${group[by]} as "group", kind, account, sum(amount)::bigint as amount
    from (${sql.join(
      parts.map((part) => sql`select ${columns} from (${part}) part`),
      sql` union all `,
    )}) parts
    group by 1, 2, 3`.execute(db);
  return rows;
}

const within = ({ from, to }: Period): RawBuilder<unknown> =>
  sql`e.recorded_at >= ${from}::timestamptz and e.recorded_at < ${to}::timestamptz`;

const uncounted = (period: Period, counted: number) => entryTotals(sql`e.seq > ${counted} and ${within(period)}`);

/** A part of one day, found by the numbers of its events. */
const partOfDay = (period: Period, counted: number) =>
  entryTotals(sql`
    e.seq >= (select first_seq from ledger_days where day = ${period.from.slice(0, 10)}::date)
    and e.seq <= (select least(last_seq, ${counted}) from ledger_days where day = ${period.from.slice(0, 10)}::date)
    and ${within(period)}`);
