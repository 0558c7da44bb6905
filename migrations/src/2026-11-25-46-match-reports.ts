import { type Kysely, sql } from 'kysely';

/** What each results provider reported, the names that a second one gives to teams, and reviews about both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `home_score`, `away_score`: after 90 minutes. `later_scores`: after extra time, and with a shoot-out.
  await sql`
    create table match_reports (
      number bigint generated always as identity primary key,
      match_id uuid not null references matches,
      source text not null,
      source_match text not null,
      status text not null
        check (status in ('scheduled', 'in-play', 'final', 'suspended', 'postponed', 'cancelled', 'awarded')),
      home_score integer check (home_score >= 0),
      away_score integer check (away_score >= 0),
      half_home_score integer check (half_home_score >= 0),
      half_away_score integer check (half_away_score >= 0),
      later_scores jsonb not null default '[]',
      reported_at timestamptz not null,
      check ((home_score is null) = (away_score is null)),
      check ((half_home_score is null) = (half_away_score is null)),
      check (half_home_score <= home_score and half_away_score <= away_score)
    )`.execute(db);
  await sql`create index match_reports_of_match on match_reports (match_id, source, number)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on match_reports
    for each statement execute function refuse_change()`.execute(db);
  // `name`: as the source spells it. `team`: as the odds provider does. A rejected pair is not suggested again.
  await sql`
    create table team_aliases (
      id uuid primary key default gen_random_uuid(),
      source text not null,
      league_key text not null,
      name text not null,
      team text not null,
      facts jsonb not null,
      suggested_at timestamptz not null,
      status text not null default 'suggested' check (status in ('suggested', 'confirmed', 'rejected')),
      decided_by uuid,
      decided_at timestamptz,
      unique (source, league_key, name, team),
      check ((status = 'suggested') = (decided_at is null)),
      check ((status = 'suggested') = (decided_by is null))
    )`.execute(db);
  await sql`
    create unique index team_aliases_confirmed on team_aliases (source, league_key, name)
    where status = 'confirmed'`.execute(db);
  await sql`alter table feed_incidents drop constraint feed_incidents_kind_check`.execute(db);
  await sql`
    alter table feed_incidents add constraint feed_incidents_kind_check
    check (kind in ('refused-us', 'wrong-question', 'results-refused'))`.execute(db);
  await sql`alter table match_reviews drop constraint match_reviews_kind_check`.execute(db);
  await sql`
    alter table match_reviews add constraint match_reviews_kind_check check (kind in ('teams-swapped', 'id-changed',
      'kicked-off-earlier', 'extra-time-possible', 'result-late', 'result-missing', 'score-corrected',
      'sources-disagree', 'result-awarded', 'called-off'))`.execute(db);
}
