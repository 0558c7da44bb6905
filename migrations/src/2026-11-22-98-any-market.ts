import { type Kysely, sql } from 'kysely';

/**
 * Markets are defined in one registry in the code, so the database checks only the form of their keys; and when bookmakers last
 * confirmed each market is one column for all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['price_changes', 'bet_legs', 'market_orders', 'market_exposures']) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_market_check`)},
      add constraint market_key check (market ~ '^[a-z0-9_-]{1,40}$') not valid`.execute(db);
  }
  await sql`alter table bet_legs drop constraint bet_legs_pick_check, drop constraint bet_legs_check`.execute(db);
  await sql`alter table matches add column seen_at jsonb`.execute(db);
  await sql`
    update matches set seen_at = jsonb_strip_nulls(jsonb_build_object('h2h', h2h_seen_at, 'totals', totals_seen_at))
    where h2h_seen_at is not null or totals_seen_at is not null`.execute(db);
  await sql`alter table matches drop column h2h_seen_at, drop column totals_seen_at`.execute(db);
}
