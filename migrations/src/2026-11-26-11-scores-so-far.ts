import { type Kysely, sql } from 'kysely';

/** A decision about an open match may hold the score that counts as confirmed so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table match_results
      drop constraint match_results_score_check,
      add constraint match_results_score_check check (kind = 'open' or (kind = 'void') = (home_score is null))`.execute(
    db,
  );
}
