import { type Kysely, sql } from 'kysely';

/** A decision about a match that goes on: only some bets on it are void. And when a bet that was held began to count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = 'match_results'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%kind%'`.execute(
    db,
  );
  for (const { name } of rows) await sql`alter table match_results drop constraint ${sql.id(name)}`.execute(db);
  await sql`
    alter table match_results
      add constraint match_results_kind_check check (kind in ('score', 'abandoned', 'void', 'open')),
      add constraint match_results_score_check check ((kind in ('void', 'open')) = (home_score is null))`.execute(db);
  await sql`alter table bets add column accepted_at timestamptz`.execute(db);
}
