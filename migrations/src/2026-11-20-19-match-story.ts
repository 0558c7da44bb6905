import { type Kysely, sql } from 'kysely';

/** The history of a match's score and kick-off: one row per change, written by a trigger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table match_changes (
      match_id uuid not null,
      id bigint generated always as identity,
      kickoff_at timestamptz not null,
      home_score integer,
      away_score integer,
      changed_at timestamptz not null,
      primary key (match_id, id)
    )`.execute(db);
  // The known state of matches that began before this table existed.
  await sql`
    insert into match_changes (match_id, kickoff_at, home_score, away_score, changed_at)
    select id, kickoff_at, home_score, away_score, coalesce(score_changed_at, updated_at) from matches
    where home_score is not null or kickoff_at <> first_kickoff_at`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on match_changes
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create function note_match_change() returns trigger language plpgsql as $$
    begin
      insert into match_changes (match_id, kickoff_at, home_score, away_score, changed_at)
      values (new.id, new.kickoff_at, new.home_score, new.away_score,
        case when new.updated_at is distinct from old.updated_at then new.updated_at else clock_timestamp() end);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_match_change after update on matches for each row
    when (old.kickoff_at is distinct from new.kickoff_at or old.home_score is distinct from new.home_score
      or old.away_score is distinct from new.away_score)
    execute function note_match_change()`.execute(db);
  await sql`grant select, insert on match_changes to touchline_app`.execute(db);
}
