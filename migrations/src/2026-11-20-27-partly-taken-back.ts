import { type Kysely, sql } from 'kysely';

/** What of the deposit of a bonus was charged back after the bonus had become cash: the same part of the cash is taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bonuses add column charged_back bigint not null default 0 check (charged_back >= 0)`.execute(
    db,
  );
  await sql`grant update (charged_back) on bonuses to touchline_app`.execute(db);
}
