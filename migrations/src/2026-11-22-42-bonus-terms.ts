import { type Kysely, sql } from 'kysely';

/** Terms that newer bonuses are granted on; what was granted before keeps its own: no maximum, and opposing bets count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bonuses add column max_stake bigint check (max_stake > 0)`.execute(db);
  await sql`
    alter table bonuses add column opposing text not null default 'count'
    check (opposing in ('count', 'net'))`.execute(db);
}
