import { type Kysely, sql } from 'kysely';

/** Reviews of matches that have a score, but were moved so far that bets on them are void. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table match_reviews drop constraint match_reviews_kind_check`.execute(db);
  await sql`
    alter table match_reviews add constraint match_reviews_kind_check check (kind in ('teams-swapped', 'id-changed',
      'kicked-off-earlier', 'extra-time-possible', 'result-late', 'result-missing', 'score-corrected',
      'sources-disagree', 'result-awarded', 'called-off', 'half-time-differs', 'half-time-missing',
      'abandoned-possible', 'moved-too-far'))`.execute(db);
}
