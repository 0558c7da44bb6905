import { type Kysely, sql } from 'kysely';

/** Bet builders: the exposure of each combination of selections has a row of its own, named after its selections. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table market_exposures
      drop constraint market_key,
      add constraint market_key check (market ~ '^[a-z0-9_:+.-]+$' and length(market) <= 400) not valid`.execute(db);
}
