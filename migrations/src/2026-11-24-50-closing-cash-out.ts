import { type Kysely, sql } from 'kysely';

/** Cash-out is closed like betting, also on a match, on a market, or on a market of a match; and it has a report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table betting_closures
      add column closes text not null default 'betting' check (closes in ('betting', 'cash-out')),
      drop constraint betting_closures_pkey,
      add primary key (closes, scope)`.execute(db);
  await sql`create index ledger_events_cash_out_times on ledger_events (recorded_at) where type = 'CashedOut'`.execute(
    db,
  );
}
