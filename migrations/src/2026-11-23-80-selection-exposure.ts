import { type Kysely, sql } from 'kysely';

/** Selections of derived markets have too many names for columns: each is counted in a row of its own, in these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table market_exposures
      add column on_selection bigint not null default 0,
      add column promised_selection bigint not null default 0`.execute(db);
}
