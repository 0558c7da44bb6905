import { type Kysely, sql } from 'kysely';

/** The half-time score of a result, reports of a match at half-time, and reviews about both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table match_results
      add column half_home_score integer check (half_home_score >= 0),
      add column half_away_score integer check (half_away_score >= 0),
      add constraint match_results_half_check check (
        (half_home_score is null) = (half_away_score is null)
        and (kind <> 'void' or half_home_score is null)
        and half_home_score <= coalesce(home_score, half_home_score)
        and half_away_score <= coalesce(away_score, half_away_score))`.execute(db);
  await sql`alter table match_reports drop constraint match_reports_status_check`.execute(db);
  await sql`
    alter table match_reports add constraint match_reports_status_check check (status in ('scheduled', 'in-play',
      'half-time', 'final', 'suspended', 'postponed', 'cancelled', 'awarded'))`.execute(db);
  await sql`alter table match_reviews drop constraint match_reviews_kind_check`.execute(db);
  await sql`
    alter table match_reviews add constraint match_reviews_kind_check check (kind in ('teams-swapped', 'id-changed',
      'kicked-off-earlier', 'extra-time-possible', 'result-late', 'result-missing', 'score-corrected',
      'sources-disagree', 'result-awarded', 'called-off', 'half-time-differs', 'half-time-missing'))`.execute(db);
}
