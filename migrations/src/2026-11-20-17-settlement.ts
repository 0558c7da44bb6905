import { type Kysely, sql } from 'kysely';

/** Results in versions that are never changed, what one admin proposes and another decides, and what people have to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table matches add result_version integer not null default 0`.execute(db);
  await sql`
    create table match_results (
      match_id uuid not null references matches,
      version integer not null check (version > 0),
      kind text not null check (kind in ('score', 'abandoned', 'void')),
      home_score integer check (home_score >= 0),
      away_score integer check (away_score >= 0),
      void_bets jsonb not null default '[]',
      reason text not null,
      actor text not null,
      confirmed_by text,
      decided_at timestamptz not null,
      primary key (match_id, version),
      check ((home_score is null) = (away_score is null)),
      check ((kind = 'void') = (home_score is null))
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on match_results
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create table result_proposals (
      id uuid primary key default gen_random_uuid(),
      match_id uuid not null references matches,
      based_on integer not null,
      decision jsonb not null,
      reason text not null,
      dry_run jsonb not null,
      proposed_by uuid not null,
      proposed_at timestamptz not null,
      status text not null default 'open' check (status in ('open', 'confirmed', 'rejected', 'outdated')),
      decided_by uuid check (decided_by <> proposed_by or status <> 'confirmed'),
      decided_at timestamptz,
      check ((status = 'open') = (decided_by is null)),
      check ((status = 'open') = (decided_at is null))
    )`.execute(db);
  await sql`create unique index result_proposals_open on result_proposals (match_id) where status = 'open'`.execute(db);
  // A large match is settled page by page in the order of its bets.
  await sql`drop index bet_legs_of_match`.execute(db);
  await sql`create index bet_legs_of_match on bet_legs (match_id, status, bet_id)`.execute(db);
  await sql`alter table match_reviews drop constraint match_reviews_kind_check`.execute(db);
  await sql`
    alter table match_reviews add constraint match_reviews_kind_check check (kind in ('teams-swapped', 'id-changed',
      'kicked-off-earlier', 'extra-time-possible', 'result-late', 'result-missing', 'score-corrected'))`.execute(db);
  await sql`grant select, insert on match_results to touchline_app`.execute(db);
  await sql`grant select, insert, update on result_proposals to touchline_app`.execute(db);
}
